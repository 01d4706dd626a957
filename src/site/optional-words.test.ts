import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import type { Content } from "../content/content.ts";
import { listLaunchItems } from "../content/launch/launch-check.ts";
import { readContent } from "../content/read-content.ts";
import { isAboutCounting, prepareContent } from "../content/site-content.ts";
import * as icons from "../design/icons.ts";
import { privacyProps } from "./pages/privacy/privacy.tsx";
import { unpaired } from "./pages/testimonials/testimonials.tsx";
import { listRoutes } from "./routes.ts";

/** The example studio has none of these words; each test adds all of them to one page. */
const contentFolder = "tests/example-studio";
const delivered = readContent(contentFolder);
const siteUrl = "https://www.tideline.test";
beforeAll(() => Object.assign(globalThis, { __BACKEND_URL__: "" }));

async function renderWith(path: string, change: (content: Content) => void) {
  const content = structuredClone(delivered);
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
    const items = [{ value: "No needles. Not that day.", source: "proposed" as const }];
    const groups = [
      { title: "What does", items: [{ value: "We talk. I look.", source: "proposed" as const }] },
      { title: "What does not", crossed: true, items },
    ];
    pages.contact.firstVisit = { heading: "Twenty minutes", groups };
  });
  expect(html).toMatch(
    /<ol[^>]*><li><b>I write<\/b> <span>By evening\.<\/span><\/li><li><b>We meet<\/b> <span>Over tea\.<\/span><\/li><\/ol>/,
  );
  const [, does = "", doesNot = ""] = html.split('id="first-visit">')[1]?.split("<h3>") ?? [];
  expect(does).toMatch(/^What does<.*<span>We talk\. I look\.<\/span><\/li>/);
  expect(doesNot).toMatch(/^What does not<.*<span><strong>No needles\.<\/strong> Not that day\.<\/span><\/li>/);
  const iconIn = (group: string) => /<path d="([^"]+)"/.exec(group)?.[1];
  expect(iconIn(doesNot)).toBe(icons.close.d);
  expect(iconIn(does)).toBe(icons.tick.d);
});

test("Home, About and Contact show bold words and links in their opening words", async () => {
  const words = { parts: ["I ", { bold: "listen" }, ". ", { text: "Come in", href: "/contact" }, "."] };
  const shown = 'I <strong>listen</strong>. <a href="/contact">Come in</a>.</p>';
  const count = async (path: string, change: (content: Content) => void) =>
    (await renderWith(path, change)).split(shown).length - 1;
  const counts = [
    await count("/", ({ pages: { home } }) => {
      Object.assign(home.hero, { text: words });
      Object.assign(home.values[0] ?? {}, { text: words });
      Object.assign(home.paths, { text: words });
    }),
    await count("/about", ({ pages: { about } }) => {
      about.lede = words;
      about.why.lede = words;
    }),
    await count("/contact", ({ pages: { contact } }) => {
      contact.lede = words;
    }),
  ];
  expect(counts).toEqual([3, 2, 1]);
});

test("the privacy policy speaks of an email to the visitor only where there is one", () => {
  const content = structuredClone(delivered);
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

test("the privacy policy shows the day of its wording beside an older date, once there is a word for it", () => {
  const content = structuredClone(delivered);
  const shown = (changes: Partial<typeof content.pages.privacy>) => {
    Object.assign(content.pages.privacy, { lastUpdatedLabel: "Adopted", lastUpdated: "2026-01-02", ...changes });
    return privacyProps(prepareContent(content, { contentFolder, siteUrl, retentionDays: 30 })).lastUpdated;
  };
  expect(shown({ updated: "2026-03-04" })).toBe("Adopted 2 January 2026");
  expect(shown({ wordingLabel: "worded" })).toBe("Adopted 2 January 2026; worded 4 March 2026");
  expect(shown({ updated: "2026-01-02" })).toBe("Adopted 2 January 2026");
});

test("the privacy policy speaks of counted views only where they are, and without it they are not", () => {
  const content = structuredClone(delivered);
  const prepare = (countVisits: boolean) =>
    prepareContent(content, { contentFolder, siteUrl, retentionDays: 30, countVisits });
  const text = (countVisits: boolean) => JSON.stringify(privacyProps(prepare(countVisits)));
  expect(text(true)).toContain("Only the totals stay");
  expect(text(true)).not.toContain("ifCounted");
  expect(text(false)).not.toContain("Only the totals stay");
  expect([prepare(true).countsVisits, prepare(false).countsVisits]).toEqual([true, false]);
  for (const section of content.pages.privacy.sections)
    section.blocks = section.blocks.filter((block) => !isAboutCounting(block));
  expect(prepare(true).countsVisits).toBe(false);
});

test("a line about the first visit that is only proposed has to be confirmed before launch", () => {
  const content = structuredClone(delivered);
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

test("the title of the gallery is qualified in its own size while a card is drawn", async () => {
  const withCards = (drawn: boolean) =>
    renderWith("/results", (content) => {
      content.results = content.results.filter(({ shows }) => "drawing" in shows === drawn);
    });
  const { heading = "", drawn: line = "none" } = delivered.pages.results ?? {};
  expect(await withCards(true)).toMatch(new RegExp(`<h1>${heading}</h1><p class="[^"]*drawn[^"]*">${line}</p>`));
  expect(await withCards(false)).not.toContain(line);
});

test("a card says whether it is drawn or photographed, and after never shows more than before", async () => {
  const { tag, photographs } = delivered.pages.results ?? {};
  const html = await renderWith("/results", () => {});
  const [photographed = "", ...drawn] = html.split("<figure").slice(1);
  expect(photographed).toContain(`>${photographs?.tag}</p>`);
  expect(photographed).toContain(`>${photographs?.note}</p>`);
  expect(photographed.match(/<img /g)).toHaveLength(2);
  for (const card of drawn) {
    expect(card).toContain(`>${tag}</p>`);
    expect(card).not.toContain("<img ");
    expect(card).toMatch(new RegExp(`role="img" aria-label="${tag}: `));
    // All that the second half draws is a part of the first.
    const [before = "", after = ""] = card.split("<svg").slice(1);
    const shapes = [...after.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id).filter((id) => id !== "skin");
    expect(shapes.length).toBeGreaterThan(0);
    for (const id of shapes) expect(before).toContain(`<path id="${id}"`);
    expect(after.slice(0, after.indexOf("</svg>"))).not.toContain("<path");
  }
});

test("About shows a portrait with its caption in place of the picture, once there is one", async () => {
  const caption = "Cerys, by the window.";
  const html = await renderWith("/about", ({ pages }) => {
    Object.assign(pages.about, { pictureNote: "Linen, not the rooms.", portrait: { picture: "contact", caption } });
  });
  const { images } = delivered;
  expect(html).toContain(`<figcaption>${caption}</figcaption>`);
  expect(html).toContain(`alt="${images.contact?.alt}"`);
  expect(html).not.toContain("Linen, not the rooms.");
  expect(html).not.toContain(`alt="${images.about?.alt}"`);
  const without = await renderWith("/about", ({ pages }) => {
    pages.about.pictureNote = "Linen, not the rooms.";
  });
  expect(without).toContain("<figcaption>Linen, not the rooms.</figcaption>");
  expect(await renderWith("/about", () => {})).not.toContain("<figcaption>");
});

test("a sample among the reviews says so beside its name, and above them all", async () => {
  const { tag, notice } = delivered.pages.testimonials;
  const html = await renderWith("/testimonials", ({ testimonials }) => {
    Object.assign(testimonials[0] ?? {}, { source: "sample" });
  });
  expect(html).toContain(`<b>Nerys O.</b><small>${tag}</small>`);
  expect(html.split(`<small>${tag}</small>`)).toHaveLength(2);
  expect(html).toContain(`<p>${notice}</p>`);
});

test("where two reviews share a row, an odd run between large ones begins with a row of its own", () => {
  const runs = (sizes: string) => [...unpaired([...sizes].map((size) => size === "L"))];
  expect(runs("LsssssmmLmm")).toEqual([1]);
  expect(runs("ssLsLss")).toEqual([3]);
  expect(runs("sssL")).toEqual([0]);
  expect(runs("LL")).toEqual([]);
});
