import { expect, test } from "vitest";
import type { Content } from "../../content/content.ts";
import { listPages } from "../../content/page-list.ts";
import { readContent } from "../../content/read-content.ts";
import { prepareContent } from "../../content/site-content.ts";
import { buildGraph } from "./structured-data.ts";

const contentFolder = "tests/example-studio";
const siteUrl = "https://www.tideline.test";

/** What machines read on each page: the business, and what the page is about. */
async function readGraphs(change: (content: Content) => unknown = () => {}) {
  const given = structuredClone(readContent(contentFolder));
  change(given);
  const content = prepareContent(given, { contentFolder, siteUrl, retentionDays: 30 });
  const graphs = listPages(content).map(async (page) => {
    const { "@graph": nodes } = await buildGraph(contentFolder, content, page, siteUrl);
    return { path: page.path, nodes: nodes as { "@type": string; "@id": string }[] };
  });
  return Promise.all(graphs);
}

test("every page describes the business, and what it is itself about", async () => {
  const graphs = await readGraphs();
  const business = graphs[0]?.nodes.slice(0, 1) ?? [];
  const pages = graphs.map(({ path, nodes }) => [path, ...nodes.slice(1).map((node) => JSON.stringify(node)), ""]);
  const text = [JSON.stringify(business, null, 2), "", ...pages.flat()].join("\n");
  await expect(text).toMatchFileSnapshot("snapshots/structured-data.txt");
  for (const { nodes } of graphs) expect(nodes.slice(0, 1)).toEqual(business);
});

test("what a page refers to is on it, once, and no page has a review or a rating", async () => {
  for (const { path, nodes } of await readGraphs()) {
    const text = JSON.stringify(nodes);
    const ids = nodes.map((node) => node["@id"]);
    const referred = [...text.matchAll(/\{"@id":"([^"]+)"\}/g)].map(([, id = ""]) => id);
    expect(
      referred.filter((id) => !ids.includes(id)),
      path,
    ).toEqual([]);
    expect(new Set(ids).size, path).toBe(ids.length);
    expect(text, path).not.toMatch(/"(review|aggregateRating|ratingValue)"/i);
  }
});

test.each<[string, (content: Content) => unknown]>([
  ["is a sample", ({ studio }) => Object.assign(studio.practitioner, { source: "sample" })],
  [
    "waits for an answer",
    ({ studio }) => {
      for (const gate of Object.values(studio.gates)) if (gate.settles === "practitioner") gate.answer = null;
    },
  ],
])("nobody is named as the practitioner while the name %s", async (_, change) => {
  const types = async (graphs: ReturnType<typeof readGraphs>) =>
    (await graphs).flatMap(({ nodes }) => nodes.map((node) => node["@type"]));
  expect(await types(readGraphs())).toContain("Person");
  expect(await types(readGraphs(change))).not.toContain("Person");
});
