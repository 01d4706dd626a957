import { createHash } from "node:crypto";

/** The headers of every response, from our server and from static hosts. */
export const commonHeaders: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  // The list is short because the content policy forbids the rest, and every byte is sent with the first page.
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
};

/** Sent only over TLS, where browsers respect it. The preload list requires two years. */
export const transportSecurity = "max-age=63072000; includeSubDomains";

/** A file named by its hash never changes; a page is revalidated by its ETag on every visit. */
export const assetCaching = "public, max-age=31536000, immutable";
export const pageCaching = "no-cache";
/** Without caching, browsers request the icon again with every page. */
export const iconCaching = "public, max-age=86400";

/**
 * A page's content policy allows only its own inline scripts and styles, by hash. A backend on another origin must
 * be allowed for scripts and for a native form post.
 */
export function contentPolicy(styles: string[], scripts: string[], backend = ""): string {
  const allowedOrigins = ["'self'", ...(backend ? [new URL(backend).origin] : [])].join(" ");
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(" ")}`,
    `style-src 'self' ${styles.join(" ")}`,
    "img-src 'self'",
    "font-src 'self'",
    // Navigation reads a fetched page from a blob: src/site/browser/page-cache.ts.
    `connect-src ${allowedOrigins} blob:`,
    `form-action ${allowedOrigins}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join(";");
}

/** A page in the editor's preview runs no script at all, and only the editor may frame it. */
export const previewPolicy = (styles: string[]): string =>
  [
    "default-src 'none'",
    `style-src ${styles.map(hashSource).join(" ")}`,
    "img-src 'self'",
    "font-src 'self'",
    "frame-ancestors 'self'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");

/** Names a text in a content policy. */
export const hashSource = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
