import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Content } from "../content/content.ts";
import { listOffered } from "../content/offer.ts";
import { listPages } from "../content/page-list.ts";

/** Writes robots.txt, the sitemap and other files that programs request at fixed addresses. */
export function writeSiteFiles(directory: string, content: Content, site: string) {
  const files: Record<string, string> = {
    "sitemap.xml": sitemap(content, site),
    // Crawlers may fetch everything: they have to read a page to see that it should not be listed.
    "robots.txt": `User-agent: *\nAllow: /\n\nSitemap: ${new URL("/sitemap.xml", site).href}\n`,
    ".well-known/security.txt": security(content, site),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
}

function sitemap(content: Content, site: string) {
  const offered = listOffered(content);
  const treatments = new Map([...content.treatments].filter(([slug]) => offered.has(slug)));
  const entries = listPages({ ...content, treatments }).map(
    ({ path, updated }) => `<url><loc>${new URL(path, site).href}</loc><lastmod>${updated}</lastmod></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</urlset>\n`;
}

function security({ studio }: Content, site: string) {
  // RFC 9116 recommends less than a year, so that nobody writes to an abandoned address.
  const expires = new Date(Date.now() + 360 * 24 * 60 * 60_000);
  return [
    `Contact: mailto:${studio.email.value}`,
    `Expires: ${expires.toISOString().replace(/\.\d+/, "")}`,
    "Preferred-Languages: en",
    `Canonical: ${new URL("/.well-known/security.txt", site).href}`,
    "",
  ].join("\n");
}
