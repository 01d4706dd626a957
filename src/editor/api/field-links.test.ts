import { expect, test } from "vitest";
import { openTestEditor } from "../../../tests/kit/test-editor.ts";
import { createFieldLinks } from "./field-links.ts";

test("a linked page is the page of the visitors, but for a sign in front of each text that names its field", async () => {
  const { editor, openPreview, replace } = openTestEditor();
  // A number gets its currency on the way to the page, and words that she typed are not said twice.
  replace("treatments/sea-clay-facial.yaml", /^/, "priceFrom: 95\n");
  replace("treatments/lactic-peel.yaml", /^/, "priceFrom: Starts at £60\n");
  replace("studio.yaml", "priceRange: ££", "priceRange: £££");
  const { sign, fieldsIn } = createFieldLinks(editor.store.fields);
  const [site, linked] = [await openPreview((content) => content), await openPreview(sign)];
  if (!site || !linked) return expect.fail();
  const bodies = await Promise.all(
    site.paths.map(async (path) => {
      const [plain, signed] = [(await site.render(path)).html, (await linked.render(path)).html];
      const bodyOf = (html: string) => html.slice(html.indexOf("<body"));
      expect(bodyOf(signed).replaceAll(/[\uE000-\uF8FF]/g, ""), path).toBe(bodyOf(plain));
      const fields = fieldsIn(signed);
      const named = bodyOf(signed).replaceAll(/[\uE000-\uF8FF]/g, (sign) => `[${fields[sign]?.join(" ")}]`);
      return [path, named] as const;
    }),
  );
  const pages = new Map(bodies);
  const facial = "/treatments/sea-clay-facial";
  for (const [path, text] of [
    ["/contact", "[studio.yaml:hoursNote]Tue, Wed and Fri"],
    // A text of another file, a figure set in large type, running text, and a picture with its field.
    ["/about", /<h1>\[pages\/about.yaml:heading\]/],
    ["/about", /href="\/contact"[^>]*>\[site.yaml:navigation\/\d\/label\]/],
    [facial, "[treatments/sea-clay-facial.yaml:priceFrom]£95"],
    ["/treatments/lactic-peel", "[treatments/lactic-peel.yaml:priceFrom]Starts at £60"],
    [facial, /<b>\[treatments\/sea-clay-facial.yaml:duration\]\d/],
    [facial, "[treatments/sea-clay-facial.yaml:body/before/aftercare]"],
    ["/", 'alt="[pages/home.yaml:hero/picture images/images.yaml:hero/alt]'],
  ] as const)
    expect(pages.get(path)).toMatch(text);
});
