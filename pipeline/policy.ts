import { createHash } from "node:crypto";

/** What every answer carries, whoever serves it. */
export const commonHeaders: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  // Nothing else may run here anyway; each word of it is sent with the first view.
  "Permissions-Policy": "browsing-topics=(), camera=(), geolocation=(), microphone=(), payment=()",
};

/** Only sent over TLS, where a browser heeds it. Two years, as the preload list asks. */
export const transportSecurity = "max-age=63072000; includeSubDomains";

/** What is named by its content never changes; a page is asked about each time, and answered with its ETag. */
export const assetCaching = "public, max-age=31536000, immutable";
export const pageCaching = "no-cache";
/** A page's data is fetched ahead of a tap: asking again at the tap would cost the round trip that was saved. */
export const dataCaching = "public, max-age=300";
/** Browsers ask for the icon again at every turn of a page. */
export const iconCaching = "public, max-age=86400";

/** The origin the built form posts to, when it is another than the site's. */
export function backendOf(contactPage: string): string {
  return /<form[^>]* action="(https?:\/\/[^/"]+)/.exec(contactPage)?.[1] ?? "";
}

/**
 * A page's own policy: nothing but what stands in it, scripts and styles named by hash. A backend on another
 * origin has to be reachable by script and by a native form post.
 */
export function contentPolicy(html: string, backend: string): string {
  const hashes = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}(?![^>]*(?:\\bsrc=|ld\\+json))[^>]*>([\\s\\S]*?)</${tag}>`, "g"))]
      .flatMap(([, text]) => text || [])
      .map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`)
      .filter((hash, index, all) => all.indexOf(hash) === index)
      .join(" ");
  const reach = ["'self'", backend].filter(Boolean).join(" ");
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes("script")}`.trim(),
    `style-src ${hashes("style") || "'none'"}`,
    "img-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src ${reach}`,
    `form-action ${reach}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}
