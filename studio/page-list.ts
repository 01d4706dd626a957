import type { Content } from "./read.ts";

export interface Page {
  path: string;
  title: string;
  description: string;
  updated: string;
}

/** Every page that may be found and shared: all of site/pages.ts but the one for unknown addresses. */
export function listPages({ pages, treatments }: Pick<Content, "pages" | "treatments">): Page[] {
  const page = (path: string, { title, description, updated }: Omit<Page, "path">) => ({
    path,
    title,
    description,
    updated,
  });
  return [
    page("/", pages.home),
    page("/about", pages.about),
    page("/treatments", pages.treatments),
    ...[...treatments].map(([slug, treatment]) => page(`/treatments/${slug}`, { ...treatment, title: treatment.name })),
    page("/results", pages.results),
    page("/testimonials", pages.testimonials),
    page("/contact", pages.contact),
    page("/privacy", pages.privacy),
  ];
}
