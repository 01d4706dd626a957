import type { Content } from "./read.ts";

interface Page {
  title: string;
  description: string;
}

/** What a page tells search engines and link previews of itself. */
export function headOf({ studio }: Pick<Content, "studio">, path: string, { title, description }: Page) {
  const url = new URL(path, __SITE_URL__).href;
  return { title: `${title} | ${studio.brand.value}`, description, url };
}

export type Head = ReturnType<typeof headOf>;
