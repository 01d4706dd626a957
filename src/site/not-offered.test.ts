import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import type { Content } from "../content/content.ts";
import { listUnofferedNames, namesOf, questionsOf } from "../content/offer.ts";
import { listPages } from "../content/page-list.ts";
import { readContent } from "../content/read-content.ts";
import { prepareContent, type SiteContent } from "../content/site-content.ts";
import { typesetContent } from "../content/typeset.ts";
import { loadEnvironment } from "../settings/load.ts";
import { readFolders } from "../settings/settings.ts";
import { buildGraph } from "./head/structured-data.ts";
import { listRoutes } from "./routes.ts";

/** Each launch question of this folder that a treatment names is tried, whatever studio it belongs to. */
const { contentFolder } = readFolders(loadEnvironment());
const delivered = typesetContent(readContent(contentFolder));
const siteUrl = "https://www.public.test";
beforeAll(() => Object.assign(globalThis, { __BACKEND_URL__: "" }));

/** The content with every question answered yes, and with all that the questions ask for in a treatment's file. */
function offerEverything(): Content {
  const content = structuredClone(delivered);
  for (const gate of Object.values(content.studio.gates)) if (gate.offer !== undefined) gate.offer = true;
  for (const [slug, treatment] of content.treatments) {
    const filled = { performedBy: "Jo", licence: "No. 1", priceFrom: "61.50", version: "pierces" } as const;
    content.treatments.set(slug, { ...treatment, ...filled, notOffered: false });
  }
  return content;
}

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;").replaceAll('"', "&quot;");

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

/**
 * What a page says, without its list of treatments, which names those that are not offered and says so, and without what
 * speaks of skin and care at large: the folds below that list and the words of reviews.
 */
const readWords = (html: string) =>
  html
    .replaceAll(/<li[^>]*><a .*?<\/li>|<details.*?<\/details>|<blockquote>.*?<\/blockquote>/g, "")
    .replaceAll(/ (?!alt=|aria-label=|value=)[\w-]+="[^"]*"/g, "");

/** Asserts for every page what must be so while some treatments are not offered. */
async function expectNowhereOffered(content: Content, slugs: string[]) {
  expect(listUnofferedNames(content)).toEqual([]);
  const site = prepareContent(content, { contentFolder, siteUrl, retentionDays: 30 });
  expect([...site.offered]).toEqual([...content.treatments.keys()].filter((slug) => !slugs.includes(slug)));
  const { notOffered, stepsHeading, benefitsHeading, closeText, can, before, risks } = content.pages.treatment;
  const routes = listRoutes(site);
  expect([...routes.keys()]).toEqual(expect.arrayContaining(slugs.map((slug) => `/treatments/${slug}`)));
  for (const [path, route] of routes) {
    const html = renderToStaticMarkup(await route.render(site)).replaceAll("<!-- -->", "");
    const treatment =
      slugs.includes(path.replace("/treatments/", "")) && content.treatments.get(path.slice("/treatments/".length));
    if (!treatment) {
      // The words of another treatment may name it, but do not lead there.
      if (!path.startsWith("/treatments/")) expect(namedButNotOffered(site, readWords(html)), path).toEqual([]);
      else for (const slug of slugs) expect(html, path).not.toContain(`href="/treatments/${slug}"`);
      continue;
    }
    for (const words of [notOffered.heading, treatment.body.whatIs.heading, risks.heading])
      expect(html, path).toContain(escapeHtml(words));
    for (const words of [stepsHeading, benefitsHeading, closeText, can.heading, before.heading, treatment.summary])
      expect(html, path).not.toContain(escapeHtml(words));
    expect(html, path).not.toMatch(/<b>(Jo|No. 1)<\/b>|61\.50|href="\/contact"/);
    const page = listPages(site).find((listed) => listed.path === path);
    if (!page) throw new Error(`${path} is not listed.`);
    expect(page.description).toBe(`${notOffered.heading} ${notOffered.text}`);
    const graph = await buildGraph(contentFolder, site, page, siteUrl);
    expect(JSON.stringify(graph)).not.toContain('"Service","@id"');
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
