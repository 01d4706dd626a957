import type { Content } from "./content.ts";
import { pageNames, pages } from "./pages.ts";
import type { Treatment } from "./schemas/treatment-schema.ts";

export interface SitePage {
  path: string;
  title: string;
  description: string;
  updated: string;
  /** Set for a treatment: the treatment that the page and its social card show. */
  picture?: string;
}

/** Lists every page that can be found and shared: all but the 404 page. */
export function listPages(content: Pick<Content, "pages" | "treatments" | "paths">): SitePage[] {
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
    if (path === null || !words) return [];
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
