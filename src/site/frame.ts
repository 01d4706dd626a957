import { isShown } from "../content/page-list.ts";
import { pages as pageTable } from "../content/pages.ts";
import { phoneLink } from "../content/phone.ts";
import type { SiteContent } from "../content/site-content.ts";
import { sunPlace } from "./light.ts";

export type Frame = Awaited<ReturnType<typeof frameProps>>;

/** The parts around every page: notice, header, footer and bottom bar. */
export async function frameProps(content: SiteContent) {
  const { studio, site, paths, pages, noticeLine } = content;
  const { social, geo } = studio;
  const phone = phoneLink(studio);
  const ownLinks = (["prices", "news"] as const).flatMap((name) => {
    const { link } = content.pages[name] ?? {};
    return link && isShown(name, content) ? [{ label: link, to: pageTable[name].path ?? "" }] : [];
  });
  const names = { name: studio.shortName, tagline: studio.tagline, mark: await content.mark() };
  return {
    language: studio.language,
    sun: geo && JSON.stringify(sunPlace(geo.latitude, geo.longitude).map((value) => Number(value.toFixed(3)))),
    notice: noticeLine && { text: noticeLine.text, begins: noticeLine.begins, ends: noticeLine.ends },
    header: {
      ...names,
      links: site.navigation,
      paths: paths.map(({ id, title }) => ({ id, title })),
      results: pages.results && site.footer.links.find(({ to }) => to === "/results"),
      call: site.call,
      book: site.book,
      skip: site.skip,
      menu: site.menu,
      visits: `${studio.visits}, ${studio.area}`,
      phone,
    },
    footer: {
      ...names,
      ...site.footer,
      links: [...site.footer.links, ...ownLinks],
      brand: studio.brand.value,
      address: [...content.addressLines, studio.visits],
      email: studio.email.value,
      phone,
      social: social.map(({ name, url }) => ({ name, url })),
      newTab: site.newTab,
      builtIn: new Date().getFullYear(),
    },
    bottomBar: { book: site.book, call: site.call, phoneHref: phone.href },
  };
}
