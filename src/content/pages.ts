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

/** A place on a page that a link may lead to, and what the editor calls it. */
interface Anchor {
  id: string;
  label: string;
}

type Paths = v.InferOutput<typeof pathsSchema>["paths"];

interface PageEntry<Schema extends v.GenericSchema, Optional extends boolean> {
  /** Its address. Null for the words that every treatment page shares: those pages have addresses of their own. */
  path: string | null;
  /** The file in the content folder that holds its words. */
  file: string;
  schema: Schema;
  /** What the owner's editor calls it, the other files whose words it shows, and the heading it is listed under. */
  editor: { title: string; files?: string[]; group?: string };
  /** What it is to search engines. */
  type: "WebSite" | "WebPage" | "AboutPage" | "CollectionPage" | "ContactPage";
  /** Places that links may lead to, besides its top. */
  anchors?(words: v.InferOutput<Schema>, paths: Paths): Anchor[];
  /** A studio may leave an optional page out: without its file there is no such page. */
  optional: Optional;
}

const required = <Schema extends v.GenericSchema>(
  entry: Omit<PageEntry<Schema, false>, "optional">,
): PageEntry<Schema, false> => ({ ...entry, optional: false });
const optional = <Schema extends v.GenericSchema>(
  entry: Omit<PageEntry<Schema, true>, "optional">,
): PageEntry<Schema, true> => ({ ...entry, optional: true });

/**
 * Every page with a file of words, in the order of the sitemap. What is read, listed, linked to, edited and told to
 * search engines follows from this table; src/site/routes.ts adds the component. The treatments come after their list.
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
    anchors: ({ skinTypes }, paths) => [
      ...paths.map(({ id, title }) => ({ id, label: title })),
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
    anchors: ({ expect }) => [{ id: "what-to-expect", label: expect.heading }],
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
/** Pages with an address: all but the words that treatment pages share. */
export type AddressedPage = Exclude<PageName, "treatment">;

type Words<Entry> =
  Entry extends PageEntry<infer Schema, infer Optional>
    ? v.InferOutput<Schema> | (true extends Optional ? undefined : never)
    : never;

/** The words of every page, as its schema describes them. */
export type PageWords = { [Name in PageName]: Words<(typeof pages)[Name]> };

export const pageNames = Object.keys(pages) as PageName[];

/** The places on each page that links may lead to, by the page's address. */
export function listAnchors(words: PageWords, paths: Paths): Map<string, Anchor[]> {
  return new Map(
    pageNames.flatMap((name): [string, Anchor[]][] => {
      const page: PageEntry<v.GenericSchema, boolean> = pages[name];
      return page.path && words[name] ? [[page.path, page.anchors?.(words[name], paths) ?? []]] : [];
    }),
  );
}
