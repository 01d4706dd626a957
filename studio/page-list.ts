import type { Content } from "./read.ts";
import type { Treatment } from "./treatment-schema.ts";

export interface Page {
  path: string;
  title: string;
  description: string;
  updated: string;
  /** Of a treatment: what its page and its social card show. */
  picture?: string;
}

/** Every page that may be found and shared: all of site/pages.ts but the one for unknown addresses. */
export function listPages(content: Pick<Content, "pages" | "treatments" | "paths">): Page[] {
  const { pages, treatments } = content;
  const page = (path: string, { title, description, updated }: Omit<Page, "path" | "picture">) => ({
    path,
    title,
    description,
    updated,
  });
  return [
    page("/", pages.home),
    page("/about", pages.about),
    page("/treatments", pages.treatments),
    ...[...treatments].map(([slug, treatment]) => ({
      ...page(`/treatments/${slug}`, { ...treatment, title: treatment.name }),
      picture: pictureOf(content, treatment),
    })),
    page("/results", pages.results),
    page("/testimonials", pages.testimonials),
    page("/contact", pages.contact),
    page("/privacy", pages.privacy),
  ];
}

/** Its own, or its path's. That there is such a path is checked when the content is read. */
export function pictureOf({ paths }: Pick<Content, "paths">, { picture, path }: Pick<Treatment, "picture" | "path">) {
  return picture ?? paths.find(({ id }) => id === path)?.picture ?? "";
}
