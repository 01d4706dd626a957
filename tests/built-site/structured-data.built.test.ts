import { expect, test } from "vitest";
import { listOffered } from "../../src/content/offer.ts";
import { pages as pageTable } from "../../src/content/pages.ts";
import { dialledNumber } from "../../src/content/phone.ts";
import { readContent } from "../../src/content/read-content.ts";
import { typesetContent } from "../../src/content/typeset.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { builtOrigin, readBuiltPages } from "./built-pages.ts";

type Node = Record<string, unknown> & { "@type": string; "@id": string };

const site = builtOrigin();
const content = typesetContent(readContent(readFolders(loadEnvironment()).contentFolder));
const slugs = [...content.treatments.keys()];
const offered = listOffered(content);
const pages = readBuiltPages();
const describedPages = pages
  .filter(({ path }) => path !== "/404")
  .map(({ path, html }) => ({ path, html, nodes: parseGraph(html) }));
const findNode = (nodes: Node[], type: string) => nodes.find((node) => node["@type"] === type);

function parseGraph(html: string): Node[] {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(scripts).toHaveLength(1);
  const { "@context": context, "@graph": graph } = JSON.parse(scripts[0]?.[1] ?? "");
  expect(context).toBe("https://schema.org");
  return graph;
}

test.each(describedPages)("$path describes the business in full", ({ nodes }) => {
  const { studio, paths } = content;
  // A notice adds hours for a while; src/site/notice.test.ts tests them.
  const { specialOpeningHoursSpecification: _, ...business } =
    findNode(nodes, "HealthAndBeautyBusiness") ?? ({} as Node);
  expect(business).toEqual({
    "@type": "HealthAndBeautyBusiness",
    "@id": `${site}/#business`,
    name: studio.brand.value,
    description: studio.description,
    url: `${site}/`,
    telephone: dialledNumber(studio),
    email: studio.email.value,
    image: expect.stringMatching(new RegExp(`^${site}/pictures/.+\\.webp$`)),
    priceRange: studio.priceRange,
    address: {
      "@type": "PostalAddress",
      streetAddress: studio.address.street.value,
      addressLocality: studio.address.city,
      addressRegion: studio.address.province,
      postalCode: studio.address.postalCode.value,
      addressCountry: studio.address.country,
    },
    geo: { "@type": "GeoCoordinates", latitude: studio.geo.latitude, longitude: studio.geo.longitude },
    openingHoursSpecification: studio.hours.map(({ days, opens, closes }) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: days,
      opens,
      closes,
    })),
    areaServed: { "@type": "Place", name: expect.stringContaining(studio.area) },
    sameAs: [studio.social.url],
    hasOfferCatalog: {
      "@type": "OfferCatalog",
      name: "Treatment paths",
      itemListElement: paths.map(({ id, title }) => ({
        "@type": "Offer",
        itemOffered: { "@type": "Service", name: title, url: `${site}/treatments#${id}` },
      })),
    },
  });
});

test.each(describedPages)("$path names things once, and refers only to what it names", ({ nodes }) => {
  const ids = nodes.map((node) => node["@id"]);
  expect(new Set(ids).size).toBe(ids.length);
  const referred = [...JSON.stringify(nodes).matchAll(/\{"@id":"([^"]+)"\}/g)].map(([, id]) => id);
  expect(referred.filter((id) => !ids.includes(id ?? ""))).toEqual([]);
});

test.each(describedPages)("$path marks up no review or rating", ({ nodes, html }) => {
  expect(JSON.stringify(nodes)).not.toMatch(/"(review|aggregateRating|ratingValue)"/i);
  expect(html).not.toMatch(/\sitem(prop|type|scope)\b/);
});

/** The types of a page, besides the page itself and its breadcrumb. */
const subjects: Record<string, string[]> = { "/treatments": ["ItemList"] };

test.each(describedPages)("$path has the structured-data type of its kind", ({ path, nodes }) => {
  const { practitioner, gates } = content.studio;
  const practitionerConfirmed = Object.values(gates).some(
    ({ settles, answer }) => settles === "practitioner" && answer,
  );
  const type = Object.values(pageTable).find((page) => page.path === path)?.type ?? "WebPage";
  const expected = [
    ...(path === "/" ? [type] : [type, "BreadcrumbList"]),
    ...(offered.has(path.replace("/treatments/", "")) ? ["Service"] : (subjects[path] ?? [])),
    ...(path === "/about" && practitioner.source !== "sample" && practitionerConfirmed ? ["Person"] : []),
  ];
  expect(nodes.map((node) => node["@type"])).toEqual(["HealthAndBeautyBusiness", ...expected]);
});

test("the list of treatments leads to what is offered, in order", () => {
  const list = findNode(describedPages.find(({ path }) => path === "/treatments")?.nodes ?? [], "ItemList");
  expect(list?.itemListElement).toEqual(
    [...offered].map((slug, index) => ({
      "@type": "ListItem",
      position: index + 1,
      url: `${site}/treatments/${slug}`,
    })),
  );
});

test.each(slugs)("the breadcrumb of %s leads from the start over the list to the treatment", (slug) => {
  const { home, list } = content.pages.treatment;
  const page = describedPages.find(({ path }) => path === `/treatments/${slug}`);
  const trail = [
    ["/", home],
    ["/treatments", list],
    [`/treatments/${slug}`, content.treatments.get(slug)?.name],
  ] as const;
  expect(findNode(page?.nodes ?? [], "BreadcrumbList")?.itemListElement).toEqual(
    trail.map(([path, name], index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: new URL(path, site).href,
    })),
  );
});

test("the page for unknown addresses describes nothing", () => {
  const page = pages.find(({ path }) => path === "/404");
  expect(page?.html).toContain('<meta name="robots" content="noindex"/>');
  expect(page?.html).not.toMatch(/ld\+json|rel="canonical"|og:title/);
});
