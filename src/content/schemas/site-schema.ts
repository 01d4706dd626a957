import * as v from "valibot";
import { list, pageLink, text } from "./fields.ts";
import { optionalFacts } from "./studio-schemas.ts";

/** The words that every page shares. */
export const siteSchema = v.strictObject({
  navigation: list(
    "the links of the top bar",
    { min: 2, max: 7, label: "Links of the top bar", itemName: "link" },
    v.strictObject({ label: text("Home", 20), to: pageLink("/", 20) }),
  ),
  book: text("Book Consultation", 30, { label: "Button in the top bar" }),
  call: text("Call", 10),
  orCall: text("or call", 20, { label: "Before the number" }),
  menu: v.strictObject({ open: text("Menu", 12), close: text("Close", 12) }),
  skip: text("Skip to content", 30, { label: "Skip link", note: "For people who use the keyboard." }),
  newTab: text("opens in a new tab", 30, { label: "Note on links that open a new tab" }),
  footer: v.strictObject({
    blurb: text("Two sentences about the studio.", 600, { label: "Words about the studio" }),
    linksHeading: text("Quick Links", 30),
    links: list(
      "the quick links",
      { min: 1, max: 8, itemName: "link" },
      v.strictObject({ label: text("About Us", 30), to: pageLink("/about", 30) }),
    ),
    contactHeading: text("Contact", 30),
    rights: text("All rights reserved.", 60, { label: "Line about rights" }),
    results: text("Individual results may vary.", 60, { label: "Line about results" }),
    privacy: text("Privacy Policy", 30, { label: "Link to the privacy policy" }),
  }),
  notFound: v.strictObject({
    title: text("Page Not Found", 50),
    code: text('"404"', 5, { label: "Number" }),
    heading: text("Oops! Page not found", 60),
    help: text("The page may have moved."),
    button: text("Return to Home", 40),
  }),
  /** The labels of the owner's optional facts; see `more` in studio.yaml. */
  more: v.strictObject({
    ...v.entriesFromList(optionalFacts, text("Parking", 40)),
    performedBy: text("Performed by", 40),
    licence: text("Device", 40),
  }),
  error: v.strictObject({
    heading: text("Unexpected Application Error!", 60),
    help: text("Something failed on our side. Please reload the page, or call"),
    button: text("Return to Home", 40),
  }),
});
