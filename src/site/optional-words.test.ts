import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import type { Content } from "../content/content.ts";
import { listLaunchItems } from "../content/launch/launch-check.ts";
import { readContent } from "../content/read-content.ts";
import { prepareContent } from "../content/site-content.ts";
import { privacyProps } from "./pages/privacy/privacy.tsx";
import { listRoutes } from "./routes.ts";

/** The example studio has none of these words; each test adds all of them to one page. */
const contentFolder = "tests/example-studio";
const siteUrl = "https://www.tideline.test";
beforeAll(() => Object.assign(globalThis, { __BACKEND_URL__: "" }));

async function renderWith(path: string, change: (content: Content) => void) {
  const content = structuredClone(readContent(contentFolder));
  change(content);
  const site = prepareContent(content, { contentFolder, siteUrl, retentionDays: 30 });
  const element = await listRoutes(site).get(path)?.render(site);
  return renderToStaticMarkup(element).replaceAll("<!-- -->", "");
}

test("Contact says what happens at a first visit and after sending, once the studio has the words", async () => {
  const without = await renderWith("/contact", () => {});
  expect(without).not.toContain("first-visit");
  const html = await renderWith("/contact", ({ pages }) => {
    pages.contact.form.success.steps = [
      { title: "I write", text: "By evening." },
      { title: "We meet", text: "Over tea." },
    ];
    const items = [{ value: "No needles that day", source: "proposed" as const }];
    pages.contact.firstVisit = { heading: "Twenty minutes", groups: [{ title: "What does not", items }] };
  });
  expect(html).toMatch(
    /<ol[^>]*><li><b>I write<\/b> <span>By evening\.<\/span><\/li><li><b>We meet<\/b> <span>Over tea\.<\/span><\/li><\/ol>/,
  );
  expect(html).toMatch(/id="first-visit">.*Twenty minutes.*What does not.*<li>No needles that day<\/li>/s);
});

test("the privacy policy speaks of an email to the visitor only where there is one", () => {
  const content = structuredClone(readContent(contentFolder));
  const blocks = content.pages.privacy.sections[0]?.blocks ?? [];
  blocks.push({ kind: "paragraph", text: { parts: ["{ifConfirmed}We write to you once."] } });
  const text = (confirmToVisitor: boolean) =>
    JSON.stringify(
      privacyProps(prepareContent(content, { contentFolder, siteUrl, retentionDays: 30, confirmToVisitor })),
    );
  expect(text(false)).not.toContain("We write to you once");
  expect(text(true)).toContain("We write to you once");
  expect(text(true)).not.toContain("ifConfirmed");
});

test("a line about the first visit that is only proposed has to be confirmed before launch", () => {
  const content = structuredClone(readContent(contentFolder));
  const items = [{ value: "No needles that day", source: "proposed" as const }];
  content.pages.contact.firstVisit = { heading: "Twenty minutes", groups: [{ title: "What does not", items }] };
  expect(listLaunchItems(content).map(({ field }) => field)).toEqual(["firstVisit.groups[1].items[1]"]);
});

test("a treatment names its device and who performs it, once its file does", async () => {
  const path = "/treatments/lactic-peel";
  const facts = { licence: "Peel lamp, licence 77", performedBy: "Bron, nurse", priceFrom: "£60" };
  const html = await renderWith(path, ({ treatments }) => Object.assign(treatments.get("lactic-peel") ?? {}, facts));
  const without = await renderWith(path, () => {});
  for (const text of Object.values(facts)) {
    expect(html).toContain(`<b>${text}</b>`);
    expect(without).not.toContain(text);
  }
});

test("an item without a page says its risks in the list, once they are written", async () => {
  const note = "Ask first. Salt can sting.";
  const html = await renderWith("/treatments", ({ paths }) => {
    const items = paths.flatMap(({ treatments }) => treatments).filter((item) => "name" in item);
    for (const item of items) Object.assign(item, { note });
  });
  expect(html).toContain(`<small>${note}</small></li>`);
  expect(await renderWith("/treatments", () => {})).not.toContain("<small>");
});

test("the title of the gallery is qualified in its own size while a picture is drawn", async () => {
  const drawn = (illustration: boolean) =>
    renderWith("/results", ({ results }) => {
      for (const card of results) card.illustration = illustration;
    });
  const { heading = "", drawn: line = "none" } = readContent(contentFolder).pages.results ?? {};
  expect(await drawn(true)).toMatch(new RegExp(`<h1>${heading}</h1><p class="[^"]*drawn[^"]*">${line}</p>`));
  expect(await drawn(false)).not.toContain(line);
});
