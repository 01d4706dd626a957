import type { Content } from "../../content/content.ts";
import type { SitePage } from "../../content/page-list.ts";
import { describeSocialCard } from "./social-card.ts";

type Described = Pick<Content, "studio"> & { siteUrl: string };

/** Makes a page's metadata for browsers and search engines. */
export function describeHead(
  { studio, siteUrl }: Described,
  path: string,
  page: Pick<SitePage, "title" | "description">,
) {
  const url = new URL(path, siteUrl).href;
  return { title: `${page.title} | ${studio.brand.value}`, description: page.description, url };
}

/** Makes the metadata for link previews. */
export function describeLinkPreview(folder: string, content: Described, page: SitePage) {
  const { title, description, url } = describeHead(content, page.path, page);
  return {
    "og:type": "website",
    "og:title": title,
    "og:description": description,
    "og:url": url,
    "og:image": new URL(describeSocialCard(folder, content, page).url, url).href,
    "twitter:card": "summary_large_image",
  };
}
