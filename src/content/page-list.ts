import type { Content } from "./content.ts";
import { pageNames, pages } from "./pages.ts";
import type { Treatment } from "./schemas/treatment-schema.ts";

export interface SitePage {
  path: string;
  title: string;
  description: string;
  updated: string;
  /** Of a treatment: what its page and its social card show. */
  picture?: string;
}

/** Every page that may be found and shared: all but the one for unknown addresses. */
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

/** Its own, or its path's. That there is such a path is checked when the content is read. */
export function treatmentPicture(
  { paths }: Pick<Content, "paths">,
  { picture, path }: Pick<Treatment, "picture" | "path">,
) {
  return picture ?? paths.find(({ id }) => id === path)?.picture ?? "";
}
