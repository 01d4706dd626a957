import type * as v from "valibot";
import {
  aboutSchema,
  contactSchema,
  homeSchema,
  privacySchema,
  resultsPageSchema,
  testimonialsPageSchema,
  treatmentPageSchema,
  treatmentsSchema,
} from "./schemas/page-schemas.ts";
import type { pathsSchema } from "./schemas/studio-schemas.ts";

/** An anchor on a page that a link may lead to, with its name in the editor. */
interface Anchor {
  id: string;
  label: string;
}

type Paths = v.InferOutput<typeof pathsSchema>["paths"];

interface PageEntry<Schema extends v.GenericSchema, Optional extends boolean> {
  /** The page's address. Null for the text that all treatment pages share, since each has its own address. */
  path: string | null;
  /** The file in the content folder that holds the page's text. */
  file: string;
  schema: Schema;
  /** The page's name in the editor, the other files whose text it shows, and the heading it is listed under. */
  editor: { title: string; files?: string[]; group?: string };
  /** The page's structured-data type for search engines. */
  type: "WebSite" | "WebPage" | "AboutPage" | "CollectionPage" | "ContactPage";
  /** Anchors that links may lead to, besides the top of the page. */
  anchors?(words: v.InferOutput<Schema>, paths: Paths): Anchor[];
  /** A studio may leave an optional page out by not having its file. */
  optional: Optional;
}

const required = <Schema extends v.GenericSchema>(
  entry: Omit<PageEntry<Schema, false>, "optional">,
): PageEntry<Schema, false> => ({ ...entry, optional: false });
const optional = <Schema extends v.GenericSchema>(
  entry: Omit<PageEntry<Schema, true>, "optional">,
): PageEntry<Schema, true> => ({ ...entry, optional: true });

/**
 * Every page with a content file, in the order of the sitemap. Reading, listing, links, the editor and structured data
 * all follow from this table; src/site/routes.ts adds the component. The treatments come after their list.
 */
export const pages = {
  home: required({
    path: "/",
    file: "pages/home.yaml",
    schema: homeSchema,
    editor: { title: "Home" },
    type: "WebSite",
  }),
  about: required({
    path: "/about",
    file: "pages/about.yaml",
    schema: aboutSchema,
    editor: { title: "About" },
    type: "AboutPage",
  }),
  treatments: required({
    path: "/treatments",
    file: "pages/treatments.yaml",
    schema: treatmentsSchema,
    editor: { title: "All treatments", files: ["paths.yaml"], group: "Treatments" },
    type: "CollectionPage",
    anchors: ({ skinTypes, can }, paths) => [
      ...paths.map(({ id, title }) => ({ id, label: title })),
      { id: "can-i-have-it", label: can.heading },
      ...(skinTypes ? [{ id: "skin-types", label: skinTypes.heading }] : []),
    ],
  }),
  treatment: required({
    path: null,
    file: "pages/treatment.yaml",
    schema: treatmentPageSchema,
    editor: { title: "On every treatment", group: "Treatments" },
    type: "WebPage",
  }),
  results: optional({
    path: "/results",
    file: "pages/results.yaml",
    schema: resultsPageSchema,
    editor: { title: "Results", files: ["results.yaml"] },
    type: "WebPage",
  }),
  testimonials: required({
    path: "/testimonials",
    file: "pages/testimonials.yaml",
    schema: testimonialsPageSchema,
    editor: { title: "Reviews", files: ["testimonials.yaml"] },
    type: "WebPage",
  }),
  contact: required({
    path: "/contact",
    file: "pages/contact.yaml",
    schema: contactSchema,
    editor: { title: "Contact" },
    type: "ContactPage",
    anchors: ({ expect, firstVisit }) => [
      { id: "what-to-expect", label: expect.heading },
      ...(firstVisit ? [{ id: "first-visit", label: firstVisit.heading }] : []),
    ],
  }),
  privacy: required({
    path: "/privacy",
    file: "pages/privacy.md",
    schema: privacySchema,
    editor: { title: "Privacy" },
    type: "WebPage",
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

/** Maps each page's address to the anchors that links may lead to. */
export function listAnchors(words: PageWords, paths: Paths): Map<string, Anchor[]> {
  return new Map(
    pageNames.flatMap((name): [string, Anchor[]][] => {
      const page: PageEntry<v.GenericSchema, boolean> = pages[name];
      return page.path && words[name] ? [[page.path, page.anchors?.(words[name], paths) ?? []]] : [];
    }),
  );
}
