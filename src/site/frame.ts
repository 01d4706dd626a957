import { phoneLink } from "../content/phone.ts";
import { loadMark } from "../content/pictures/mark.ts";
import type { SiteContent } from "../content/site-content.ts";

export type Frame = Awaited<ReturnType<typeof frameProps>>;

/** The parts around every page: header, footer and bottom bar. */
export async function frameProps({ studio, site }: SiteContent) {
  const { address, social } = studio;
  const phone = phoneLink(studio);
  const names = { name: studio.shortName, tagline: studio.tagline, mark: await loadMark(studio) };
  return {
    language: studio.language,
    header: {
      ...names,
      links: site.navigation,
      book: site.book,
      skip: site.skip,
      menu: site.menu,
      visits: `${studio.visits}, ${studio.area}`,
      phone,
    },
    footer: {
      ...names,
      ...site.footer,
      brand: studio.brand.value,
      address: [
        address.street.value,
        `${address.city}, ${address.province} ${address.postalCode.value}`,
        studio.visits,
      ],
      email: studio.email.value,
      phone,
      social: { name: social.name, url: social.url },
      newTab: site.newTab,
      builtIn: new Date().getFullYear(),
    },
    bottomBar: { book: site.book, call: site.call, phoneHref: phone.href },
  };
}
