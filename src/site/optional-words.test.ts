import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import type { Content } from "../content/content.ts";
import { listPages, type SitePage } from "../content/page-list.ts";
import { readContent } from "../content/read-content.ts";
import { isAboutCounting, prepareContent } from "../content/site-content.ts";
import * as icons from "../design/icons.ts";
import { frameProps } from "./frame.ts";
import { buildGraph } from "./head/structured-data.ts";
import { listRoutes } from "./routes.ts";

const contentFolder = "tests/example-studio";
const delivered = readContent(contentFolder);
beforeAll(() => Object.assign(globalThis, { __BACKEND_URL__: "" }));

type Change = (content: Content) => unknown;

function prepare(change: Change, countVisits = false) {
  const content = structuredClone(delivered);
  change(content);
  const siteUrl = "https://www.tideline.test";
  return prepareContent(content, { contentFolder, siteUrl, retentionDays: 30, countVisits });
}

async function render(path: string, change: Change = () => {}) {
  const site = prepare(change);
  const html = renderToStaticMarkup(await listRoutes(site).get(path)?.render(site));
  return html.replaceAll("<!-- -->", "");
}

/** The lines of a page's markup, without styles, addresses of pictures and what only scripts read. */
const toLines = (html: string) =>
  html
    .replaceAll(/ (class|src|srcSet|sizes|data-island)="[^"]*"/g, "")
    .replaceAll(/<svg[^>]*>.*?<\/svg>/gs, (svg) => `[${nameOf(svg)}]`)
    .replaceAll("><", ">\n<")
    .split("\n");
const nameOf = (svg: string) => Object.entries(icons).find(([, { d }]) => svg.includes(d))?.[0] ?? "drawing";

const prose = { parts: ["I ", { bold: "listen" }, ". ", { text: "Come in", href: "/contact" }, "."] };
const guess = (value: string) => ({ value, source: "proposed" as const });
const promisesEmail = ({ pages }: Content) =>
  pages.privacy.sections[0]?.text.push({ kind: "paragraph", text: { parts: ["{ifConfirmed}We write once."] } });
const sendsEmail = ({ studio }: Content) => Object.assign(studio, { confirmToVisitor: true });
const policyOf = (updated: string) => (content: Content) =>
  Object.assign(content.pages.privacy, { lastUpdated: "2026-01-02", wordingLabel: "worded", updated });

/** What a studio may add to each page; the example studio has none of it. */
const additions: Record<string, Change> = {
  "/ with bold words and links": ({ pages: { home } }) => {
    for (const part of [home.hero, home.values[0], home.paths]) Object.assign(part ?? {}, { text: prose });
  },
  "/contact with opening words with a link, what happens after sending, a first visit": ({ pages: { contact } }) => {
    contact.lede = prose;
    contact.form.success.steps = [{ title: "I write", text: "By evening." }];
    const does = { title: "What does", items: [guess("We talk. I look.")] };
    const noNeedles = { ...guess("No needles."), note: "Not that day." };
    const doesNot = { title: "What does not", crossed: true, items: [noNeedles] };
    contact.firstVisit = { heading: "Twenty minutes", groups: [does, doesNot] };
  },
  "/treatments/lactic-peel with the way to the first visit, the device, who performs it, the price": (content) => {
    content.pages.contact.firstVisit = { heading: "Twenty minutes", groups: [] };
    const facts = { licence: "Peel lamp, licence 77", performedBy: "Bron, nurse", priceFrom: "£60" };
    Object.assign(content.treatments.get("lactic-peel") ?? {}, facts);
  },
  "/treatments with the risks of an item without a page": ({ paths }) =>
    Object.assign(paths[1]?.treatments[1] ?? {}, { note: "Ask first. Salt can sting." }),
  "/about with opening words with a link, a portrait in place of the drawn day, a signature": ({
    pages: { about },
  }) => {
    about.lede = prose;
    about.why.lede = prose;
    about.pictureNote = "Linen.";
    about.portrait = { picture: "contact", caption: "Cerys, by the window." };
    about.signature = "contact";
  },
  "/about with the hours of a day, one of them the visitor's": ({ pages }) =>
    Object.assign(pages.about, { day: { yours: "yours", caption: "One hour, one face." } }),
  "/results with photographs alone": (content) =>
    Object.assign(content, { results: content.results.filter(({ shows }) => "consent" in shows) }),
  "/testimonials with a sample among the reviews": ({ testimonials }) =>
    Object.assign(testimonials[1] ?? {}, { source: "sample" }),
  "/privacy with an email to the visitor, which is not sent": promisesEmail,
  "/privacy with an email to the visitor": (content) => [promisesEmail(content), sendsEmail(content)],
  "/privacy with an old date and a word for the newer": policyOf("2026-03-04"),
  "/privacy with the date of its wording": policyOf("2026-01-02"),
};

test("words that a studio may leave out appear in their place once they are written", async () => {
  const changes = Object.entries(additions).map(async ([what, change]) => {
    const [path = ""] = what.split(" ");
    const [without, lines] = [toLines(await render(path)), toLines(await render(path, change))];
    const removed = without.filter((line) => !lines.includes(line)).map((line) => `- ${line}\n`);
    const added = lines.filter((line) => !without.includes(line)).map((line) => `+ ${line}\n`);
    return [`${what}:\n`, ...removed, ...added].join("");
  });
  const text = (await Promise.all(changes)).join("\n");
  await expect(text).toMatchFileSnapshot("snapshots/optional-words.txt");
});

test("a studio without reviews, profiles and a place on the map has no page of reviews, and nothing leads there", async () => {
  const withoutThem: Change = (content) => {
    Object.assign(content, { testimonials: [] });
    Object.assign(content.studio, { social: [], reviews: undefined, geo: undefined });
    content.site.navigation.push({ label: "Kind words", to: "/testimonials" });
    content.pages.about.lede = { parts: ["Read ", { text: "what others say", href: "/testimonials#top" }, "."] };
  };
  const site = prepare(withoutThem);
  const frame = await frameProps(site);
  const listed = listPages(site);
  expect([...listed.map(({ path }) => path), ...listRoutes(site).keys()]).not.toContain("/testimonials");
  expect([...frame.header.links, ...frame.footer.links].map(({ to }) => to)).not.toContain("/testimonials");
  expect([frame.sun, frame.footer.social]).toEqual([undefined, []]);
  expect(await render("/about", withoutThem)).toContain("Read what others say.");
  const reviewsElsewhere = delivered.pages.testimonials.reviews;
  expect(await render("/testimonials")).toContain(reviewsElsewhere);
  const withoutProfile: Change = ({ studio }) => Object.assign(studio, { reviews: undefined });
  expect(await render("/testimonials", withoutProfile)).not.toContain(reviewsElsewhere);
  const graph = JSON.stringify(await buildGraph(contentFolder, site, listed[0] as SitePage, site.siteUrl));
  expect(graph).not.toMatch(/"geo"|sameAs/);
});

test("views are counted, and visitors told that a request arrived, only where studio, host and policy say so", () => {
  const counts = (change: Change, countVisits = true) => prepare(change, countVisits).countsVisits;
  const silentPolicy = ({ pages }: Content) => {
    for (const section of pages.privacy.sections)
      section.text = section.text.filter((block) => !isAboutCounting(block));
  };
  expect(counts(() => {})).toBe(true);
  expect(counts(() => {}, false)).toBe(false);
  expect(counts(({ studio }) => Object.assign(studio, { countVisits: false }))).toBe(false);
  expect(counts(silentPolicy)).toBe(false);
  const tells = (change: Change) => prepare(change).confirmsToVisitor;
  expect([tells(promisesEmail), tells(sendsEmail)]).toEqual([false, false]);
  expect(tells((content) => [promisesEmail(content), sendsEmail(content)])).toBe(true);
});
