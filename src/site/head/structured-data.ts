import type { BreadcrumbList, Graph, HealthAndBeautyBusiness, Person, Service, Thing } from "schema-dts";
import type { SitePage } from "../../content/page-list.ts";
import { pages } from "../../content/pages.ts";
import { dialledNumber } from "../../content/phone.ts";
import { readMaster, variants } from "../../content/pictures/pictures.ts";
import type { SiteContent } from "../../content/site-content.ts";

/**
 * The structured data of a page: the business and the subject of the page. It has no reviews or ratings, because a
 * business may not mark up its own.
 */
export async function buildGraph(
  folder: string,
  content: SiteContent,
  page: SitePage,
  siteUrl: string,
): Promise<Graph> {
  const toUrl = (path: string) => new URL(path, siteUrl).href;
  const sizes = variants(await readMaster(folder, content.pages.home.hero.picture));
  const image = toUrl(sizes.findLast(({ format }) => format === "webp")?.url ?? "");
  return {
    "@context": "https://schema.org",
    "@graph": [businessNode(content, toUrl, image), ...pageNodes(content, page, toUrl)],
  };
}

function businessNode(
  { studio, paths, notice }: SiteContent,
  toUrl: (path: string) => string,
  image: string,
): HealthAndBeautyBusiness {
  const { address, geo } = studio;
  return {
    "@type": "HealthAndBeautyBusiness",
    "@id": toUrl("/#business"),
    name: studio.brand.value,
    description: studio.description,
    url: toUrl("/"),
    telephone: dialledNumber(studio),
    email: studio.email.value,
    image,
    priceRange: studio.priceRange,
    address: {
      "@type": "PostalAddress",
      streetAddress: address.street.value,
      addressLocality: address.city,
      addressRegion: address.province,
      postalCode: address.postalCode.value,
      addressCountry: address.country,
    },
    ...(geo && { geo: { "@type": "GeoCoordinates", latitude: geo.latitude, longitude: geo.longitude } }),
    // The short form, as every page carries it: "Sa,Su 11:00-17:00".
    openingHours: studio.hours.map(
      ({ days, opens, closes }) => `${days.map((day) => day.slice(0, 2)).join()} ${opens}-${closes}`,
    ),
    ...specialHours(notice),
    areaServed: `${studio.area}, ${address.province}`,
    ...(studio.social.length > 0 && { sameAs: studio.social.map(({ url }) => url) }),
    hasOfferCatalog: {
      "@type": "OfferCatalog",
      itemListElement: paths.map(({ title }) => ({
        "@type": "Offer",
        itemOffered: { "@type": "Service", name: title },
      })),
    },
  };
}

/** The hours of the days that a notice is about, where they are not the usual ones. A closed day opens and closes at 0:00. */
function specialHours(notice: SiteContent["notice"]) {
  if (!notice?.hours || notice.hours === "as usual") return {};
  const { from: validFrom = notice.until, until: validThrough } = notice;
  const { opens, closes } = notice.hours === "closed" ? { opens: "00:00", closes: "00:00" } : notice;
  return {
    specialOpeningHoursSpecification: {
      ...({ "@type": "OpeningHoursSpecification" } as const),
      ...(opens && closes && { opens, closes }),
      validFrom,
      validThrough,
    },
  };
}

function pageNodes(content: SiteContent, page: SitePage, toUrl: (path: string) => string): Thing[] {
  const { studio, treatments, offered } = content;
  const url = toUrl(page.path);
  const { type = "WebPage" } = Object.values(pages).find(({ path }) => path === page.path) ?? pages.treatment;
  if (type === "WebSite") return [{ "@type": type, "@id": toUrl("/#website"), name: studio.brand.value, url }];

  const treatment = treatments.get(page.path.replace("/treatments/", ""));
  const trail = [
    { path: "/", title: content.pages.treatment.home },
    ...(treatment ? [{ path: "/treatments", title: content.pages.treatment.list }] : []),
    page,
  ];
  const breadcrumb: BreadcrumbList = {
    "@type": "BreadcrumbList",
    "@id": `${url}#breadcrumb`,
    itemListElement: trail.map(({ path, title }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: title,
      item: toUrl(path),
    })),
  };
  const business = { "@id": toUrl("/#business") };
  if (treatment && offered.has(treatment.slug)) {
    const service: Service = {
      "@type": "Service",
      "@id": `${url}#service`,
      name: treatment.name,
      ...(treatment.alternateName && { alternateName: treatment.alternateName }),
      serviceType: treatment.serviceType,
      url,
      provider: business,
    };
    // The page of what is offered is described by its subject alone.
    return [breadcrumb, service];
  }
  const practitioner: Person[] =
    type === "AboutPage" && isPractitionerSettled(studio)
      ? [{ "@type": "Person", "@id": `${url}#practitioner`, name: studio.practitioner.value, worksFor: business }]
      : [];
  return [
    {
      "@type": type,
      "@id": `${url}#page`,
      url,
      name: `${page.title} | ${studio.brand.value}`,
      inLanguage: studio.language,
      ...(practitioner.length > 0 && { about: { "@id": `${url}#practitioner` } }),
      breadcrumb: { "@id": `${url}#breadcrumb` },
    },
    breadcrumb,
    ...practitioner,
  ];
}

/** The practitioner is marked up only once the owner has confirmed the name. */
const isPractitionerSettled = ({ practitioner, gates }: SiteContent["studio"]) =>
  practitioner.source !== "sample" &&
  Object.values(gates).some(({ settles, answer }) => settles === "practitioner" && answer);
