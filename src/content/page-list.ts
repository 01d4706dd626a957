import type { Content } from "./content.ts";
import { type PageName, pageNames, pages } from "./pages.ts";
import type { Treatment } from "./schemas/treatment-schema.ts";

export interface SitePage {
  path: string;
  title: string;
  description: string;
  updated: string;
  /** Set for a treatment: the treatment that the page and its social card show. */
  picture?: string;
}

type ShownContent = Pick<Content, "pages" | "testimonials"> & { treatments: ReadonlyMap<string, Partial<Treatment>> };

/** Some pages need more than their own words: without it they are not there, and no link leads to them. */
const fillings: Partial<Record<PageName, (content: ShownContent) => boolean>> = {
  testimonials: ({ testimonials }) => testimonials.length > 0,
  prices: ({ treatments }) => [...treatments.values()].some(({ priceFrom }) => priceFrom),
  news: ({ pages }) => Boolean(pages.news?.text),
};

export const isShown = (name: PageName, content: ShownContent): boolean =>
  Boolean(content.pages[name]) && (fillings[name]?.(content) ?? true);

/** The addresses of the pages that have words, but nothing to show. */
export const listEmptyPages = (content: ShownContent): string[] =>
  pageNames.filter((name) => content.pages[name] && !isShown(name, content)).map((name) => pages[name].path ?? "");

/** The addresses of treatments that are not on the site yet, or no longer. */
export const listHiddenTreatments = ({ treatments, former }: Pick<Content, "treatments" | "former">): string[] =>
  [...[...treatments.values()].filter(({ draft }) => draft), ...former.filter(({ slug }) => !treatments.has(slug))].map(
    ({ slug }) => `/treatments/${slug}`,
  );

/** Lists every page that can be found and shared: all but the 404 page. */
export function listPages(content: ShownContent & Pick<Content, "paths" | "treatments">): SitePage[] {
  const treatments = [...content.treatments].map(([slug, treatment]) => ({
    path: `/treatments/${slug}`,
    title: treatment.name,
    description: treatment.description,
    updated: treatment.updated,
    picture: treatmentPicture(content, treatment),
  }));
  return pageNames.flatMap((name): SitePage[] => {
    const { path } = pages[name];
    if (name === "treatment") return treatments;
    const words = content.pages[name];
    if (path === null || !words || !isShown(name, content)) return [];
    const { title, description, updated } = words;
    return [{ path, title, description, updated }];
  });
}

/** A treatment without a picture shows its path's. Reading the content has checked that the path exists. */
export function treatmentPicture(
  { paths }: Pick<Content, "paths">,
  { picture, path }: Pick<Treatment, "picture" | "path">,
) {
  return picture ?? paths.find(({ id }) => id === path)?.picture ?? "";
}
