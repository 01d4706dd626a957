interface Environment {
  SITE_URL?: string | undefined;
  PORT?: string | undefined;
}

/** Where the site will be found. It is written into canonical links, so a build is made for one address. */
export function siteAddress({ SITE_URL, PORT }: Environment): string {
  return SITE_URL?.trim() || `http://localhost:${PORT?.trim() || "3000"}`;
}

/** Whether strangers can reach an address: the point from which nothing invented may be shown to search engines. */
export function isPublic(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" && !/^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname);
}
