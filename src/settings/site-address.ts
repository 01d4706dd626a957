/** This machine, as the host of an address names it. */
export const isLoopbackHost = (hostname: string): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/** This machine, and the addresses and names of a network at home, where the public cannot reach a site. */
const privateHost =
  /^(.+\.)?(localhost|local)$|^(127|10)\.[\d.]+$|^192\.168\.[\d.]+$|^172\.(1[6-9]|2\d|3[01])\.[\d.]+$|^\[(::1|f[cd][\da-f]*:.*|fe80:.*)\]$/;

/**
 * Whether the public can reach an address, with or without encryption. On a public site no sample content may be shown
 * to search engines.
 */
export const isPublic = (address: string): boolean => !privateHost.test(new URL(address).hostname);

/**
 * Describes the problem when pages that were built for one address are served at another. Their canonical links and
 * sitemap name the wrong site, and pages built for a private address may show content that a public site must not.
 */
export function addressProblem(builtFor: string | undefined, siteUrl: string | null): string | undefined {
  if (builtFor === undefined || siteUrl === null || !isPublic(siteUrl)) return undefined;
  const [built, served] = [new URL(builtFor).origin, new URL(siteUrl).origin];
  if (built === served) return undefined;
  return `the pages were built for ${built}, but SITE_URL is ${served}. Run npm run build, then restart the server`;
}
