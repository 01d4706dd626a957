import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Content } from "../content/content.ts";
import { listUnofferedNames, questionsOf } from "../content/offer.ts";
import { listPages } from "../content/page-list.ts";
import { readContent } from "../content/read-content.ts";
import type { Treatment } from "../content/schemas/treatment-schema.ts";
import { prepareContent, type SiteContent } from "../content/site-content.ts";
import { typesetContent } from "../content/typeset.ts";
import { loadEnvironment } from "../settings/load.ts";
import { readFolders } from "../settings/settings.ts";
import { buildGraph } from "./head/structured-data.ts";
import { aboutProps } from "./pages/about/about.tsx";
import { contactProps } from "./pages/contact/contact-props.ts";
import { homeProps } from "./pages/home/home.tsx";
import { resultsProps } from "./pages/results/results.tsx";
import { testimonialsProps } from "./pages/testimonials/testimonials.tsx";
import { Treatment as TreatmentPage } from "./pages/treatment/treatment.tsx";
import { treatmentProps } from "./pages/treatment/treatment-props.ts";
import { treatmentsProps } from "./pages/treatments/treatments.tsx";

/** Each launch question of this folder that a treatment names is tried, whatever studio it belongs to. */
const { contentFolder } = readFolders(loadEnvironment());
const delivered = typesetContent(readContent(contentFolder));
const siteUrl = "https://www.public.test";
const open = (content: Content) => prepareContent(content, { contentFolder, siteUrl, retentionDays: 30 });

/** The content with every question answered yes, and with all that the questions ask for in a treatment's file. */
function offerEverything(): Content {
  const content = structuredClone(delivered);
  for (const gate of Object.values(content.studio.gates)) if (gate.offer !== undefined) gate.offer = true;
  for (const [slug, treatment] of content.treatments) {
    const filled = { notOffered: false, performedBy: "Jo", licence: "No. 1", version: "pierces" } as const;
    content.treatments.set(slug, { ...treatment, ...filled });
  }
  return content;
}

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;").replaceAll('"', "&quot;");

const namesOf = ({ name, alternateName, words }: Treatment) => [name, ...(alternateName?.split(", ") ?? []), ...words];

/** Lists the names in a text of treatments that are not offered. A name within an offered one does not count. */
function namedButNotOffered({ treatments, offered }: SiteContent, text: string) {
  const all = [...treatments.values()];
  const offeredNames = all.filter(({ slug }) => offered.has(slug)).flatMap(namesOf);
  const rest = offeredNames
    .sort((a, b) => b.length - a.length)
    .reduce((left, name) => left.replaceAll(new RegExp(`\\b${name}\\b`, "gi"), ""), text);
  const names = all.filter(({ slug }) => !offered.has(slug)).flatMap(namesOf);
  return names.filter((name) => new RegExp(`\\b${name}\\b`, "i").test(rest));
}

/** Asserts for every place what must be so while some treatments are not offered. */
async function expectNowhereOffered(content: Content, slugs: string[]) {
  expect(listUnofferedNames(content)).toEqual([]);
  const site = open(content);
  expect([...site.offered]).toEqual([...content.treatments.keys()].filter((slug) => !slugs.includes(slug)));
  const { notOffered } = content.pages.treatment;

  const overview = await treatmentsProps(site);
  const rows = overview.paths.flatMap(({ treatments }) => treatments);
  const texts: Record<string, unknown> = {
    home: await homeProps(site),
    about: await aboutProps(site),
    ...(site.pages.results && { results: await resultsProps(site) }),
    reviews: testimonialsProps(site).testimonials.map(({ treatment }) => treatment),
    form: (await contactProps(site)).subjects.map(({ name }) => name),
    paths: overview.paths.map(({ treatments: _, ...path }) => path),
    "rows without a page": rows.filter((row) => !("to" in row)),
  };
  for (const [place, value] of Object.entries(texts)) {
    const text = JSON.stringify(value).replaceAll(/"(\/pictures\/[^"]*|[\w-]+\.\w+)"/g, '""');
    expect(namedButNotOffered(site, text), place).toEqual([]);
  }

  const listed = listPages(site).find(({ path }) => path === "/treatments");
  if (!listed) throw new Error("There is no list of treatments.");
  const graph = JSON.stringify(await buildGraph(contentFolder, site, listed, siteUrl));
  for (const slug of slugs) {
    const page = await treatmentProps(site, slug);
    expect(page.notOffered, slug).toEqual(notOffered);
    expect(page.extraFacts).toEqual([]);
    const html = renderToStaticMarkup(createElement(TreatmentPage, page));
    const { stepsHeading, benefitsHeading, closeText, can, before, risks } = content.pages.treatment;
    for (const heading of [page.body.whatIs.heading, risks.heading]) expect(html).toContain(escapeHtml(heading));
    for (const words of [stepsHeading, benefitsHeading, closeText, can.heading, before.heading, page.summary])
      expect(html).not.toContain(escapeHtml(words));
    expect(html).not.toContain('href="/contact"');
    const own = rows.filter((row) => "to" in row && row.to === `/treatments/${slug}`);
    expect(own.map(({ line }) => line)).toEqual(own.map(() => notOffered.row));
    expect(own.length).toBeGreaterThan(0);
    expect(graph).not.toContain(`/treatments/${slug}"`);
    const described = listPages(site).find(({ path }) => path === `/treatments/${slug}`);
    if (!described) throw new Error(`${slug} lost its page.`);
    expect(described.description).toBe(`${notOffered.heading} ${notOffered.text}`);
    const ownGraph = await buildGraph(contentFolder, site, described, siteUrl);
    expect(JSON.stringify(ownGraph)).not.toContain('"Service","@id"');
  }
  for (const slug of site.offered) {
    const page = await treatmentProps(site, slug);
    expect(page.notOffered, slug).toBeUndefined();
    expect(page.related.filter((row) => slugs.includes(row.slug))).toEqual([]);
  }
}

const waitingFor = (id: string) =>
  [...offerEverything().treatments.values()].filter((one) => questionsOf(one).includes(id)).map(({ slug }) => slug);
const gates = Object.entries(delivered.studio.gates).filter(([id]) => waitingFor(id).length > 0);

test.each(gates.map(([id]) => id))("with %s answered no, its treatments are offered nowhere", async (id) => {
  const content = offerEverything();
  Object.assign(content.studio.gates[id] ?? {}, { offer: false });
  await expectNowhereOffered(content, waitingFor(id));
});

test.each([...delivered.treatments.keys()])("with its switch on, %s is offered nowhere", async (slug) => {
  const content = offerEverything();
  Object.assign(content.treatments.get(slug) ?? {}, { notOffered: true });
  await expectNowhereOffered(content, [slug]);
});
