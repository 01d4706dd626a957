import { beforeAll, expect, test } from "vitest";
import { openTestEditor } from "../../../tests/kit/test-editor.ts";
import { openSite } from "../../site/render.tsx";
import { createFieldLinks } from "./field-links.ts";

beforeAll(() => Object.assign(globalThis, { __BACKEND_URL__: "" }));

const assets = {
  style: "a>b{}",
  pageStyles: {},
  noticeStyle: "",
  ground: "",
  darkGround: "",
  inlineScript: "1<2",
  pageInlineScripts: {},
  navigation: "",
  form: "",
  build: "",
};

test("a linked page is the page of the visitors, but for an attribute that names the field of each text", async () => {
  const { editor, folder } = openTestEditor();
  const settings = { contentFolder: folder, siteUrl: editor.store.siteUrl, retentionDays: 30 };
  const { sign, reveal } = createFieldLinks(editor.store.fields);
  const [site, linked] = [
    await openSite(settings, assets, () => ""),
    await openSite({ ...settings, annotate: sign }, assets, () => ""),
  ];
  const bodies = await Promise.all(
    site.paths.map(async (path) => {
      const [plain, revealed] = [(await site.render(path)).html, reveal((await linked.render(path)).html)];
      const bodyOf = (html: string) => html.slice(html.indexOf("<body"));
      expect(bodyOf(revealed).replaceAll(/ data-field="[^"]*"/g, ""), path).toBe(bodyOf(plain));
      return [path, bodyOf(revealed)] as const;
    }),
  );
  const pages = new Map(bodies);
  const facial = "/treatments/sea-clay-facial";
  for (const [path, element] of [
    ["/contact", /data-field="studio.yaml:hoursNote"[^>]*>Tue, Wed and Fri/],
    ["/about", /<h1 data-field="pages\/about.yaml:heading"/],
    // A text of another file, a figure set in large type, prose of a Markdown body, and a picture with its field.
    ["/about", /<a data-field="site.yaml:navigation\/\d\/label" [^>]*href="\/contact"/],
    [facial, /<b data-field="treatments\/sea-clay-facial.md:duration">\d/],
    [facial, /data-field="treatments\/sea-clay-facial.md:body\/before\/aftercare">/],
    ["/", /<img data-field="pages\/home.yaml:hero\/picture images\/images.yaml:hero\/alt"/],
  ] as const)
    expect(pages.get(path)).toMatch(element);
});
