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
    return { path: page.path, nodes: nodes as { "@type": string }[] };
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

test("nobody is named as the practitioner while the name is a sample, or waits for an answer", async () => {
  const isSample = ({ studio }: Content) => Object.assign(studio.practitioner, { source: "sample" });
  const waits = ({ studio }: Content) => {
    for (const gate of Object.values(studio.gates)) if (gate.settles === "practitioner") gate.answer = null;
  };
  for (const change of [isSample, waits])
    expect(JSON.stringify(await readGraphs(change))).not.toContain('"@type":"Person"');
});
