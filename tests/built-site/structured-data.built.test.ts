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

test("every page describes the business in full", () => {
  const { studio, paths } = content;
  const [business, ...others] = describedPages.map(({ nodes }) => findNode(nodes, "HealthAndBeautyBusiness"));
  for (const other of others) expect(other).toEqual(business);
  expect(business).toMatchObject({
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
    geo: { "@type": "GeoCoordinates", latitude: studio.geo?.latitude, longitude: studio.geo?.longitude },
    openingHours: studio.hours.map(({ opens, closes }) =>
      expect.stringMatching(new RegExp(`^(Mo|Tu|We|Th|Fr|Sa|Su)(,(Mo|Tu|We|Th|Fr|Sa|Su))* ${opens}-${closes}$`)),
    ),
    areaServed: expect.stringContaining(studio.area),
    sameAs: studio.social.map(({ url }) => url),
    hasOfferCatalog: {
      "@type": "OfferCatalog",
      itemListElement: paths.map(({ title }) => ({
        "@type": "Offer",
        itemOffered: { "@type": "Service", name: title },
      })),
    },
  });
});

test.each(describedPages)("$path has the types of its kind, each named once, and no review or rating", (page) => {
  const { path, nodes, html } = page;
  const { practitioner, gates } = content.studio;
  const practitionerConfirmed = Object.values(gates).some(
    ({ settles, answer }) => settles === "practitioner" && answer,
  );
  const type = Object.values(pageTable).find((one) => one.path === path)?.type ?? "WebPage";
  const isTreatment = offered.has(path.replace("/treatments/", ""));
  const expected = [
    ...(isTreatment ? [] : [type]),
    ...(path === "/" ? [] : ["BreadcrumbList"]),
    ...(isTreatment ? ["Service"] : []),
    ...(path === "/about" && practitioner.source !== "sample" && practitionerConfirmed ? ["Person"] : []),
  ];
  expect(nodes.map((node) => node["@type"])).toEqual(["HealthAndBeautyBusiness", ...expected]);
  const ids = nodes.map((node) => node["@id"]);
  expect(new Set(ids).size).toBe(ids.length);
  const referred = [...JSON.stringify(nodes).matchAll(/\{"@id":"([^"]+)"\}/g)].map(([, id]) => id);
  expect(referred.filter((id) => !ids.includes(id ?? ""))).toEqual([]);
  expect(JSON.stringify(nodes)).not.toMatch(/"(review|aggregateRating|ratingValue)"/i);
  expect(html).not.toMatch(/\sitem(prop|type|scope)\b/);
});

const listItems = (items: object[]) =>
  items.map((item, index) => ({ "@type": "ListItem", position: index + 1, ...item }));

test("the breadcrumb of a treatment leads from the start over the list to the treatment", () => {
  const { home, list } = content.pages.treatment;
  for (const [slug, { name }] of content.treatments) {
    const page = describedPages.find(({ path }) => path === `/treatments/${slug}`);
    expect(findNode(page?.nodes ?? [], "BreadcrumbList")?.itemListElement).toEqual(
      listItems([
        { name: home, item: `${site}/` },
        { name: list, item: `${site}/treatments` },
        { name, item: `${site}/treatments/${slug}` },
      ]),
    );
  }
});

test("the page for unknown addresses describes nothing", () => {
  const page = pages.find(({ path }) => path === "/404");
  expect(page?.html).toContain('<meta name="robots" content="noindex"/>');
  expect(page?.html).not.toMatch(/ld\+json|rel="canonical"|og:title/);
});
