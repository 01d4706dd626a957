/** Whether strangers can reach an address: the point from which nothing invented may be shown to search engines. */
export function isPublic(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" && !/^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname);
}

/**
 * What is wrong with serving pages that were built for one address at another, if anything is. Their canonical links
 * and sitemap name the wrong site, and pages built for nobody but their author offer what the public site may not.
 */
export function addressProblem(builtFor: string | undefined, siteUrl: string | null): string | undefined {
  if (builtFor === undefined || siteUrl === null || !isPublic(siteUrl)) return undefined;
  const [built, served] = [new URL(builtFor).origin, new URL(siteUrl).origin];
  if (built === served) return undefined;
  return `the pages were built for ${built}, but SITE_URL is ${served}. Run npm run build, then restart the server`;
}
