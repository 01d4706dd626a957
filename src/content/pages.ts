import * as v from "valibot";
import { fields } from "../requests/request.ts";
import {
  blocks,
  choice,
  close,
  date,
  fact,
  group,
  head,
  list,
  oneParagraph,
  onlyFor,
  optionalGroup,
  optionalText,
  pageLink,
  paragraphs,
  pathId,
  picture,
  shortForm,
  text,
  titledText,
  withDisplay,
  withExample,
  yesNo,
} from "./schemas/fields.ts";
import type { pathsSchema } from "./schemas/studio-schemas.ts";
import { pointLists, situationNames, verdicts } from "./schemas/treatment-schema.ts";

/** An anchor on a page that a link may lead to, with its name in the editor. */
interface Anchor {
  id: string;
  label: string;
}

type Paths = v.InferOutput<typeof pathsSchema>["paths"];

/** src/site/head/structured-data.ts says what search engines are told of each type. */
export type PageType = "WebSite" | "WebPage" | "AboutPage" | "CollectionPage" | "ContactPage";

interface PageEntry<Schema extends v.GenericSchema, Optional extends boolean> {
  /** The page's address. Null for the text that all treatment pages share, since each has its own address. */
  path: string | null;
  schema: Schema;
  /** The page's name in the editor, the other files whose text it shows, and the heading it is listed under. */
  editor: { title: string; files?: string[]; group?: string };
  /** What the page's structured data calls it, unless it is a page like any other. */
  type?: PageType;
  /** Anchors that links may lead to, besides the top of the page. */
  anchors?(words: v.InferOutput<Schema>, paths: Paths): Anchor[];
  /** A studio may leave an optional page out by not having its file. */
  optional?: Optional;
}

const page = <Schema extends v.GenericSchema, Optional extends boolean = false>(entry: PageEntry<Schema, Optional>) =>
  entry;

const formFieldSchema = v.strictObject({
  label: text("Full name", 40),
  hint: optionalText("…", 140),
  placeholder: optionalText("…", 100),
});

/** A large heading, which breaks only between its lines. */
const headline = (example: string, line: string) => list(example, { min: 1, max: 3, itemName: "line" }, text(line, 30));

/** A page that is not always there brings its own link. */
const footerLink = (example: string) => text(example, 30, { label: "Its link in the footer" });

/**
 * Every page with a content file, in the order of the sitemap. Reading, listing, links, the editor and structured data
 * all follow from this table; src/site/routes.ts adds the component. The treatments come after their list.
 */
export const pages = {
  home: page({
    path: "/",
    schema: v.strictObject({
      ...head,
      hero: group("Opening", {
        heading: headline("[Your skin, in good light]", "in good light"),
        text: oneParagraph("Who, where and how, in two or three sentences."),
        button: text("Book Your Free Consultation", 40),
        note: text("30 minutes, no charge, no pressure.", 60),
        hour: optionalGroup(
          {
            label: "The light outside",
            note: "A line under the button, with the time: the picture has the light of your studio's hour. {place} is your city.",
            empty: "If empty, there is no such line.",
          },
          {
            dawn: text("First light in {place}", 40),
            day: text("Daylight in {place}", 40),
            dusk: text("Last light in {place}", 40),
            night: text("Lamplight in {place}", 40),
          },
        ),
        picture: picture("hero"),
      }),
      valuesLabel: text("What matters here", 60, { label: "Read aloud before the values" }),
      values: list(
        "two to four values, each with title and text",
        { min: 2, max: 4, label: "What matters here", itemName: "value" },
        v.strictObject({ title: text("Natural Results", 60), text: oneParagraph("One or two sentences.") }),
      ),
      paths: v.strictObject({
        heading: headline("[Four paths, planned around you]", "planned around you"),
        text: oneParagraph("One or two sentences."),
        more: text("Learn More", 30, { label: "Link of each path" }),
        button: text("Explore All Treatments", 40),
      }),
      questions: v.strictObject({
        heading: text("Asked before almost every first visit", 60),
        items: list(
          "the questions, each with question and answer",
          { min: 1, max: 10, label: "Questions", itemName: "question" },
          v.strictObject({
            question: text("Does it hurt?", 80),
            answer: paragraphs("Many treatments are painless."),
            answerWithout: shortForm("Answer", paragraphs("Some do.")),
          }),
        ),
      }),
      close,
    }),
    editor: { title: "Home" },
    type: "WebSite",
  }),
  about: page({
    path: "/about",
    schema: v.strictObject({
      ...head,
      heading: text("Meet Jane Doe", 40),
      lede: oneParagraph("One sentence.", 600, { label: "Opening words" }),
      picture: picture("about"),
      pictureNote: optionalText("A still life, not the studio.", 160, {
        label: "Words under the picture",
        besidePicture: true,
        empty: "If empty, nothing is added.",
      }),
      portrait: optionalGroup(
        { label: "Your hands, or you", empty: "If empty, a day of the studio is drawn instead." },
        {
          picture: picture("portrait", {
            note: "Your hands at work by the window, or you: upright, 4 by 5, lit from the left.",
          }),
          caption: optionalText("Jane Doe at work, 2026", 160, {
            empty: "If empty, nothing is added.",
            besidePicture: true,
          }),
        },
      ),
      signature: v.optional(
        picture("signature", {
          label: "Your signature",
          note: "Written with a dark pen on white paper, about three times as wide as it is high.",
          empty: "If empty, your name is set in the letters of the site.",
        }),
      ),
      day: optionalGroup(
        {
          label: "The drawn day",
          note: "The first line of your hours, with one hour lit.",
          empty: "If empty, no day is drawn.",
        },
        {
          yours: text("yours", 20, { label: "Under the hour that is lit" }),
          caption: text("One person at a time. Your hour is yours alone.", 120),
        },
      ),
      why: v.strictObject({
        heading: text("Why the studio exists", 60),
        lede: oneParagraph("…", 600, { label: "Opening words" }),
        text: paragraphs("…"),
      }),
      experience: v.strictObject({
        years: withExample(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(70)), "15"),
        unit: text("years", 12),
        heading: text("Experience", 60),
        text: paragraphs("…"),
      }),
      equipment: v.strictObject({
        heading: text("Medical-grade equipment", 60),
        text: paragraphs("…"),
        items: list(
          "the devices",
          { min: 1, max: 9, label: "Devices", itemName: "device" },
          v.strictObject({ path: pathId, for: onlyFor, title: text("IPL", 60), text: text("…") }),
        ),
      }),
      approach: v.strictObject({
        heading: text("A private approach", 60),
        text: paragraphs("…"),
        items: list(
          "short answers, each with title and text",
          { min: 2, max: 5, label: "Answers", itemName: "answer" },
          titledText,
        ),
      }),
      promise: v.strictObject({ heading: text("The promise", 60), text: paragraphs("…") }),
      close,
    }),
    editor: { title: "About" },
    type: "AboutPage",
  }),
  treatments: page({
    path: "/treatments",
    schema: v.strictObject({
      ...head,
      heading: text("Treatments", 40),
      lede: text("…", 600, { label: "Opening words" }),
      indexLabel: text("Treatment paths", 40, { label: "Read aloud before the list of paths" }),
      note: optionalText("Each path takes its colour from a wavelength used in light-based care.", 120),
      also: text("Also used here", 30, { label: "Above treatments of another path" }),
      notesAbove: text("Risks as under", 80, { label: "Before the path where a note stands already" }),
      can: group("Can I have it?", {
        heading: text("What is true of you?", 40, { label: "Above the choices" }),
        none: text("None of these", 40, { label: "The choice when nothing is true" }),
        text: text("Choose one, and each treatment below says whether you can have it.", 400, {
          label: "Below the choices",
        }),
        caution: optionalText("Never stop a prescribed medicine for a treatment here.", 300, {
          label: "What holds for the answers",
          note: "Beside the list, on paper too.",
        }),
        table: text("All answers in one table", 60, { label: "Name of the folded table" }),
        meaning: group("What each answer means", v.entriesFromList(verdicts, text("Book as usual.", 120))),
        treatment: text("Treatment", 20, { label: "Above the names" }),
      }),
      skinTypes: v.optional(
        v.strictObject({
          heading: text("The six skin types", 60),
          text: text("What the types mean, in two or three sentences."),
          items: list(
            "the types",
            { min: 2, max: 8 },
            v.strictObject({ title: text("Type I", 20), text: text("Always burns, never tans.", 160) }),
          ),
          note: text("What follows from them.", 400),
        }),
      ),
      close,
    }),
    editor: { title: "All treatments", files: ["paths.yaml"], group: "Treatments" },
    type: "CollectionPage",
    anchors: ({ skinTypes, can }, paths) => [
      ...paths.map(({ id, title }) => ({ id, label: title })),
      { id: "can-i-have-it", label: can.heading },
      ...(skinTypes ? [{ id: "skin-types", label: skinTypes.heading }] : []),
    ],
  }),
  treatment: page({
    path: null,
    schema: v.strictObject({
      back: text("Back to Treatments", 30, { label: "Link back to all treatments" }),
      home: text("Home", 20, { label: "First step of the way here, for search engines" }),
      list: text("Treatments", 30, { label: "Second step of the way here, for search engines" }),
      way: group("Links within the page", {
        label: text("On this page", 30, { label: "Read aloud before the links" }),
        facts: text("Facts", 12),
        steps: text("Steps", 12),
        risks: text("Risks", 12),
        before: text("Before", 12),
      }),
      factsHeading: text("Treatment Details", 30),
      labels: v.strictObject({
        duration: text("Duration", 20),
        downtime: text("Downtime", 20),
        comfort: text("Comfort Level", 20),
        frequency: text("Frequency", 20),
        plan: text("Treatment Plan", 20),
        timeline: text("Results Timeline", 20),
      }),
      caveat: text("Results differ from person to person, and suitability is decided at the consultation.", 600, {
        label: "Caution under the facts",
      }),
      reviewedBy: text("Reviewed by", 30, { label: "Before the reviewer's name" }),
      bookNote: optionalText("30 minutes, no charge. Your price in writing.", 60, {
        label: "Beside the button under the title",
        empty: "If empty, nothing stands there.",
      }),
      recovery: optionalGroup(
        { label: "Your next two weeks", empty: "If empty, pages list what is usual without drawing it." },
        {
          heading: text("Your next two weeks", 30),
          link: text("Recovery", 12, { label: "Link to it, within the page" }),
          note: text("The light holds as long as it mostly lasts, and fades over the time it may take.", 200, {
            label: "Under the heading",
          }),
          caption: text("What is usual, in days after the visit", 80, { label: "Read aloud before the table" }),
          visit: text("Visit", 8, { label: "Above the day itself" }),
          night: text("Night", 8, { label: "Above the night after it" }),
          day: text("1 day", 8, { label: "Above the next day" }),
          above: oneParagraph("What is usual is [drawn above](#recovery).", 120, {
            label: "In place of the list Usual",
          }),
        },
      ),
      can: group("Can I have it?", {
        heading: text("Can I have it?", 40),
        link: optionalText("Can I?", 12, { label: "Link to it, within the page" }),
        proposed: text("Proposed answers.", 60, { label: "Shown until you have settled the answers" }),
        all: text("All treatments", 40, { label: "Link to the whole table" }),
        situations: group("Names of the situations", v.entriesFromList(situationNames, text("Pregnant", 40))),
      }),
      stepsHeading: text("How It Works", 30),
      benefitsHeading: text("Who Benefits Most", 30),
      before: v.strictObject({
        heading: text("Before you book", 30),
        medicine: text("Never stop a prescribed medicine for a treatment here.", 200, {
          label: "About medicines, above everything",
        }),
        lead: text("Tell us before you book if…", 200, { label: "Opening words" }),
        notDone: text("Not done if", 40, { label: "Above who cannot have it" }),
        askDoctor: text("Ask your doctor first", 40, { label: "Above what a doctor answers" }),
        tellMe: text("Tell me", 40, { label: "Above what you want to know" }),
        more: optionalText("and {number} more", 30, {
          label: "Before the rest of a long list",
          note: "{number} stands for how many points follow.",
          empty: "If empty, lists are shown whole.",
        }),
        shared: text("For any treatment", 60, { label: "Above what every treatment asks" }),
        after: text("Aftercare", 30, { label: "Heading of aftercare" }),
        core: list(
          "the questions asked before every treatment",
          { min: 5, max: 15, label: "What every treatment asks", itemName: "line" },
          text("You are pregnant"),
        ),
        rules: v.optional(
          list(
            "rules that several treatments share",
            {
              min: 1,
              max: 30,
              label: "Rules that several treatments share",
              note: "A treatment names those that hold for it, so that each says the same everywhere.",
              itemName: "rule",
            },
            v.strictObject({
              id: withDisplay(text("cold-sores", 30), { label: "Its name", readOnly: true }),
              list: choice(Object.values(pointLists), "Tell me", {
                label: "The list it belongs to",
              }),
              text: oneParagraph("You have ever had cold sores: ask a pharmacist first", 200, {
                label: "What it says",
              }),
            }),
          ),
          [],
        ),
        consent: text("Nothing begins before you have agreed to it.", 300, { label: "Words about agreeing" }),
      }),
      risks: v.strictObject({
        heading: text("What can go wrong", 40),
        usual: text("Usual", 30),
        rare: text("Rare", 40),
        worry: text("When to worry", 40, { label: "Heading of when to worry" }),
        firstAid: text("First aid", 40, { label: "Heading of first aid" }),
        burn: text("Cool it under running tap water for 20 minutes.", 400, {
          label: "First aid on every page that can burn",
        }),
        burnCall: oneParagraph("[**Call 811**](tel:811) for a blister.", 400, {
          label: "Whom to call, on every page that can burn",
        }),
        numbingCall: oneParagraph("[**Call 911**](tel:911) for trouble breathing.", 400, {
          label: "Whom to call, on every page with numbing cream",
        }),
        always: list(
          "what every page says below whom to call",
          { min: 1, max: 5, label: "Below whom to call, on every page", itemName: "line" },
          text("I cannot diagnose. A doctor can.", 200),
        ),
      }),
      related: text("In the same path", 40, { label: "Above what to read next" }),
      notOffered: group("Where it is not offered", {
        heading: text("Not offered at present.", 80, { label: "Under the title" }),
        text: text("Nothing on this page can be booked.", 200, { label: "After it" }),
        row: text("Not offered at present", 60, { label: "In lists" }),
      }),
      closeLabel: text("Book", 40, { label: "Read aloud before the last words" }),
      closeText: text("Not sure it is right for you?", 200, { label: "Last words" }),
      button: text("Book Your Free Consultation →", 40),
    }),
    editor: { title: "On every treatment", group: "Treatments" },
  }),
  results: page({
    path: "/results",
    optional: true,
    schema: v.strictObject({
      ...head,
      heading: text("Real Results, Real People", 40),
      drawn: text("For now, drawings", 40, { label: "Below the title, while pictures are drawn" }),
      lede: text("…", 600, { label: "Opening words" }),
      disclaimer: text("Individual results vary. …", 600, { note: "Its first sentence stands out." }),
      tag: text("Drawing", 20, { label: "On each drawing" }),
      photographs: group("Cards with photographs", {
        tag: text("Photographs", 20, { label: "On each pair" }),
        note: text("Shown with their written consent.", 120, { label: "Below each pair" }),
      }),
      footnote: optionalText("IPL is short for intense pulsed light.", 400, { empty: "If empty, nothing is added." }),
      footnoteWithout: shortForm("Footnote", text("Ask for what is meant.", 400)),
      before: text("Before", 20),
      after: text("After", 20),
      close,
    }),
    editor: { title: "Results", files: ["results.yaml"] },
  }),
  testimonials: page({
    path: "/testimonials",
    schema: v.strictObject({
      ...head,
      heading: text("Client Experiences", 40),
      lede: text("…", 600, { label: "Opening words" }),
      notice: text("The reviews below are samples, not real clients.", 600, { label: "Notice above samples" }),
      tag: text("Sample review", 30, { label: "On each sample" }),
      stars: text("Rated {rating} out of 5", 40, { label: "Stars, read aloud" }),
      sampleStars: text('"Sample rating: {rating} out of 5"', 40),
      reviews: text("Read All Our Google Reviews", 40, { label: "Link to all reviews" }),
      close,
    }),
    editor: { title: "Reviews", files: ["testimonials.yaml"] },
  }),
  prices: page({
    path: "/prices",
    optional: true,
    schema: v.strictObject({
      ...head,
      heading: text("Prices", 40),
      lede: text("…", 600, { label: "Opening words" }),
      link: footerLink("Prices"),
      close,
    }),
    editor: { title: "Prices" },
  }),
  contact: page({
    path: "/contact",
    schema: v.strictObject({
      ...head,
      heading: text("Book Your Free Consultation", 40),
      lede: oneParagraph("…", 600, { label: "Opening words" }),
      picture: picture("contact"),
      form: v.strictObject({
        heading: text("Send Us a Message", 40),
        optional: text("(optional)", 20, { label: "Beside what may stay empty" }),
        fields: v.strictObject(v.entriesFromList(fields, formFieldSchema)),
        privacy: list(
          "the sentences shown above the button",
          { min: 1, max: 5, label: "Sentences above the button", itemName: "sentence" },
          text("…"),
        ),
        abroad: text("Your request is stored in {country}.", 200, { label: "Where requests are kept abroad" }),
        button: text("Send Message", 30),
        sending: text("Sending...", 30, { label: "Button while it is sent" }),
        ticket: optionalGroup(
          { label: "Above the form, for whoever comes from a treatment", empty: "If empty, its field says it alone." },
          {
            about: text("About", 20, { label: "Before the name of the treatment" }),
            change: text("change", 20, { label: "Shows the field instead" }),
          },
        ),
        trap: text("Leave this empty", 40, { label: "Field that only robots fill in" }),
        dismiss: text("Dismiss", 30, { label: "Button that closes a message" }),
        errorsHeading: text("Check your answers", 40, { label: "Above what has to be corrected" }),
        errorPrefix: text('"Error:"', 20),
        remaining: text("characters left", 40, { label: "After the number of characters left" }),
        success: v.strictObject({
          heading: text("Thank you for your inquiry!", 60),
          text: text("We'll be in touch within 24 hours to schedule your free consultation."),
          answer: optionalGroup(
            {
              label: "By when you answer",
              note: "Only if you answer every request within 24 hours, on days off as well.",
              empty: "If empty, no hour is promised.",
            },
            {
              by: text("You hear from me by {time}", 60, {
                label: "The hour of the answer",
                note: "{time} is the day and the hour, 24 hours after the request.",
              }),
              request: text("your request", 40, { label: "Where the line begins" }),
              answer: text("my answer, at the latest", 40, { label: "Where the line ends" }),
              closed: text("The studio is closed", 60, { label: "What is hatched" }),
            },
          ),
          steps: v.optional(
            list("what happens next", { min: 2, max: 4, label: "What happens next", itemName: "step" }, titledText),
          ),
          later: text("Nothing by this time tomorrow? Call", 120, { label: "Last line, before the number" }),
          again: optionalText("Send another request", 40, { label: "Link that brings the form back" }),
        }),
        failure: v.strictObject({
          heading: text("Something went wrong", 60),
          text: text("Please try again or call us directly at"),
        }),
        next: list(
          "links shown after sending",
          { min: 1, max: 3, label: "Links after sending", itemName: "link" },
          v.strictObject({ label: text("…", 60), to: pageLink("/treatments", 40) }),
        ),
      }),
      visit: v.strictObject({
        heading: text("Visit Us", 40),
        location: text("Location", 20),
        hours: text("Hours", 20),
        flexible: text("Flexible scheduling, weekends included", 60, { label: "Line about times" }),
        phone: text("Phone", 20),
        email: text("Email", 20),
      }),
      expect: v.strictObject({
        heading: text("What to Expect", 40),
        items: list(
          "the things to expect",
          { min: 1, max: 8, label: "Lines", itemName: "line" },
          text("No pressure", 120),
        ),
      }),
      firstVisit: v.optional(
        v.strictObject({
          heading: text("Your first 30 minutes", 60),
          groups: list(
            "the groups, each with title and items",
            { min: 1, max: 4, itemName: "group" },
            v.strictObject({
              title: text("What does not happen", 40),
              crossed: v.optional(
                yesNo({
                  label: "A cross before each line",
                  note: "For what does not happen. A note behind a line is less bold than the line.",
                  empty: "If empty, each line has a tick.",
                }),
              ),
              items: list(
                "the lines of this group",
                { min: 1, max: 6, label: "Lines", itemName: "line" },
                fact("No payment.", 160, { noted: true }),
              ),
            }),
          ),
        }),
      ),
    }),
    editor: { title: "Contact" },
    type: "ContactPage",
    anchors: ({ expect, firstVisit }) => [
      { id: "what-to-expect", label: expect.heading },
      ...(firstVisit ? [{ id: "first-visit", label: firstVisit.heading }] : []),
    ],
  }),
  news: page({
    path: "/news",
    optional: true,
    schema: v.strictObject({
      ...head,
      heading: text("What is new", 40),
      lede: text("…", 600, { label: "Opening words" }),
      text: v.optional(
        paragraphs("In spring I offer gift cards.", 6000, { empty: "If empty, there is no such page." }),
      ),
      picture: v.optional(picture("news", { empty: "If there is none, the page is words alone." })),
      link: footerLink("News"),
    }),
    editor: { title: "A page of your own" },
  }),
  privacy: page({
    path: "/privacy",
    schema: v.strictObject({
      ...head,
      heading: text("Privacy Policy", 40),
      lastUpdated: date("2025-10-30"),
      lastUpdatedLabel: text("Last updated", 20),
      wordingLabel: optionalText("this wording is from", 40, {
        label: "Before the day of the wording",
        note: "The page shows the day on which its text last changed too, after these words, where that is later.",
      }),
      contents: text("On this page", 30),
      sections: list(
        "the sections of the policy",
        {
          min: 1,
          max: 30,
          itemName: "section",
          note: "A paragraph that begins with {ifConfirmed} is shown only where visitors get an email that says their request arrived, and one with {ifCounted} only where page views are counted, which you switch on under Studio. Without its paragraph neither is done.",
        },
        v.pipe(
          v.strictObject({
            heading: text("Introduction", 60),
            text: blocks("Who I am, and what this policy covers.", 6000, { label: "Text", marks: ["heading"] }),
          }),
          v.transform((section) => ({ id: section.heading.toLowerCase().replace(/[^a-z0-9]+/g, "-"), ...section })),
        ),
      ),
    }),
    editor: { title: "Privacy" },
    anchors: ({ sections }) => sections.map(({ id, heading }) => ({ id, label: heading })),
  }),
};

export type PageName = keyof typeof pages;
/** Pages with an address: all but the text that treatment pages share. */
export type AddressedPage = Exclude<PageName, "treatment">;

type Words<Entry> =
  Entry extends PageEntry<infer Schema, infer Optional>
    ? v.InferOutput<Schema> | (true extends Optional ? undefined : never)
    : never;

/** The text of every page, typed by its schema. */
export type PageWords = { [Name in PageName]: Words<(typeof pages)[Name]> };

export const pageNames = Object.keys(pages) as PageName[];

/** The file in the content folder that holds the page's text. */
export const pageFile = (name: PageName) => `pages/${name}.yaml`;

/** Maps each page's address to the anchors that links may lead to. */
export function listAnchors(words: PageWords, paths: Paths): Map<string, Anchor[]> {
  return new Map(
    pageNames.flatMap((name): [string, Anchor[]][] => {
      const page: PageEntry<v.GenericSchema, boolean> = pages[name];
      return page.path && words[name] ? [[page.path, page.anchors?.(words[name], paths) ?? []]] : [];
    }),
  );
}
