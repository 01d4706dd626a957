import { beforeAll, expect, test } from "vitest";
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

/** Opens the example studio with this notice, from lines of YAML, and with other settings and facts. */
function open(notice: string[], settings: { siteUrl?: string; withoutNotice?: boolean } = {}, facts = "") {
  const { text } = readSourceFile(contentFolder, "studio.yaml");
  const lines = notice.length ? ["notice:", ...notice.map((line) => `  ${line}`), ""].join("\n") : "";
  const now = Date.parse("2026-12-25T12:00:00Z");
  const given = { contentFolder, siteUrl: "https://www.tideline.test", retentionDays: 30, now, ...settings };
  const policy = (styles: string[], scripts: string[]) => JSON.stringify({ styles, scripts });
  return openSite(given, assets, policy, [], new Map([["studio.yaml", lines + facts + text]]));
}

const away = ["text: Away & back on Monday", "from: 2026-12-24", "until: 2027-01-02"];

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
  const preview = await open([]);
  const launched = await open([], {}, "launched: { date: 2026-12-01, initials: CV }\n");
  const local = await open([], { siteUrl: "http://localhost:3000" });
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
  const [, graph = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  const [business] = JSON.parse(graph)["@graph"];
  if (hours) expect(business.specialOpeningHoursSpecification).toMatchObject(hours);
  else expect(business).not.toHaveProperty("specialOpeningHoursSpecification");
});
