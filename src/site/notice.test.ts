import { beforeAll, expect, test } from "vitest";
import { hashSource } from "../build/response-headers.ts";
import { readSourceFile } from "../editor/formats/source-file.ts";
import { openSite } from "./render.tsx";

const contentFolder = "tests/example-studio";
beforeAll(() => Object.assign(globalThis, { __BACKEND_URL__: "" }));

const assets = {
  style: ".a{}",
  pageStyles: {},
  noticeStyle: ".n{}",
  ground: "#fff",
  darkGround: "#000",
  inlineScript: "1",
  pageInlineScripts: {},
  navigation: "/n.js",
  form: "/f.js",
  build: "b",
};
/** In the example studio's time zone. */
const lastMoment = Date.parse("2027-01-02T23:59:59Z");

/** Opens the example studio with this notice, from lines of YAML, and with other settings and facts. */
function open(
  notice: string[],
  settings: { now?: number; siteUrl?: string; withoutNotice?: boolean } = {},
  facts = "",
) {
  const { text } = readSourceFile(contentFolder, "studio.yaml");
  const lines = notice.length ? ["notice:", ...notice.map((line) => `  ${line}`), ""].join("\n") : "";
  const given = {
    contentFolder,
    siteUrl: "https://www.tideline.test",
    retentionDays: 30,
    now: lastMoment,
    ...settings,
  };
  const policy = (styles: string[], scripts: string[]) => JSON.stringify({ styles, scripts });
  return openSite(given, assets, policy, [], new Map([["studio.yaml", lines + facts + text]]));
}

const away = ["text: Away & back on Monday", "from: 2026-12-24", "until: 2027-01-02"];

const business = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? "{}")["@graph"][0];

test("every page has the notice before its header, with its style and a script that the policy allows", async () => {
  const site = await open(away);
  for (const path of site.paths) {
    const { html, policy } = await site.render(path);
    const { styles, scripts } = JSON.parse(policy);
    expect(styles[0]).toContain(assets.noticeStyle);
    const [, words, script = ""] =
      /<aside[^>]*aria-label="Notice"><p>([^<]*)<\/p><\/aside><script>(.*?)<\/script><a class="skip"/.exec(html) ?? [];
    expect(words, path).toBe("Away &amp; back on Monday");
    expect(scripts.map(hashSource)).toContain(hashSource(script));
  }
});

test("a site whose notice has ended is the same to the byte as one that never had any", async () => {
  const [ended, never] = [await open(away, { now: lastMoment + 1_000 }), await open([])];
  for (const path of ended.paths) {
    const [one, other] = [await ended.render(path), await never.render(path)];
    expect([one.html, one.policy]).toEqual([other.html, other.policy]);
  }
});

test("pages without the line still tell search engines the hours ahead, and are otherwise those of a site without a notice", async () => {
  const line = [...away, "hours: closed"];
  const [quiet, never] = [await open(line, { withoutNotice: true }), await open([])];
  for (const path of never.paths) {
    const [one, other] = [await quiet.render(path), await never.render(path)];
    const hours = /,"specialOpeningHoursSpecification":\{[^}]*\}/;
    if (path !== "/404") expect(one.html).toMatch(hours);
    expect([one.html.replace(hours, ""), one.policy]).toEqual([other.html, other.policy]);
  }
});

test("every page of a public site says that it is a preview, until its launch", async () => {
  const line = /<aside[^>]*aria-label="Preview"><p>([^<]*)<\/p><\/aside>/;
  const [preview, launched, local] = [
    await open([]),
    await open([], {}, "launched: { date: 2026-12-01, initials: CV }\n"),
    await open([], { siteUrl: "http://localhost:3000" }),
  ];
  for (const path of preview.paths) {
    const { html } = await preview.render(path);
    expect(line.exec(html)?.[1], path).toBe("Preview. This studio has not opened its site yet.");
    expect(html).toContain(assets.noticeStyle);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    for (const site of [launched, local]) {
      const { html: without } = await site.render(path);
      expect(without).not.toMatch(line);
      expect(without).not.toContain(assets.noticeStyle);
      if (path !== "/404") expect(without).not.toContain("noindex");
    }
  }
});

const days = { validFrom: "2026-12-24", validThrough: "2027-01-02" };
test.each([
  [[...away, "hours: closed"], { ...days, opens: "00:00", closes: "00:00" }],
  [[...away, "hours: other hours", 'opens: "11:00"', 'closes: "15:00"'], { ...days, opens: "11:00", closes: "15:00" }],
  [["text: Closed", "until: 2027-01-02", "hours: closed"], { ...days, validFrom: "2027-01-02" }],
  [away, undefined],
  [[...away, "hours: as usual"], undefined],
])("search engines read from the notice %j the hours %j", async (lines, hours) => {
  const { html } = await (await open(lines)).render("/about");
  if (hours) expect(business(html).specialOpeningHoursSpecification).toMatchObject(hours);
  else expect(business(html)).not.toHaveProperty("specialOpeningHoursSpecification");
});
