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
/** Browsers ask for the icon again at every turn of a page. */
export const iconCaching = "public, max-age=86400";

/**
 * A page's own policy: nothing but what stands in it, scripts and styles named by hash. A backend on another
 * origin has to be reachable by script and by a native form post.
 */
export function contentPolicy(styles: string[], scripts: string[], backend = ""): string {
  const allowedOrigins = ["'self'", ...(backend ? [new URL(backend).origin] : [])].join(" ");
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(" ")}`,
    `style-src ${styles.join(" ")}`,
    "img-src 'self'",
    "font-src 'self'",
    `connect-src ${allowedOrigins}`,
    `form-action ${allowedOrigins}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}
