import { expect, test } from "vitest";
import { loadEnvironment } from "../settings/load.ts";
import { readFolders } from "../settings/settings.ts";
import { readContent } from "../studio/read.ts";
import { attributes, builtPages } from "./built-pages.ts";

const content = readContent(readFolders(loadEnvironment()).contentFolder);
const pages = new Map(builtPages().map(({ path, html }) => [path, html]));
const named = (html: string, picture: string) =>
  attributes(html, "img", "src").some((url) => url.includes(`/${picture}-`));

test.each([...content.treatments])(
  "%s shows its own picture and says what it is, or its path's in silence",
  (slug, treatment) => {
    const html = pages.get(`/treatments/${slug}`) ?? "";
    const { picture, path } = treatment;
    const shown = picture ?? content.paths.find(({ id }) => id === path)?.picture ?? "";
    expect(named(html, shown)).toBe(true);
    const [alt] = attributes(html, "img", "alt");
    expect(alt).toBe(picture ? content.images[picture]?.alt : "");
  },
);

test("the list shows every treatment's own picture small, lazy and without words", () => {
  const listed = content.paths.flatMap(({ treatments }) =>
    treatments.flatMap((item) => ("slug" in item ? item.slug : [])),
  );
  const own = listed.filter((slug) => content.treatments.get(slug)?.picture);
  const html = pages.get("/treatments") ?? "";
  const small = html.match(/<img[^>]* width="96"[^>]*>/g) ?? [];
  expect(small).toHaveLength(own.length);
  for (const image of small) expect(image).toMatch(/alt="".*loading="lazy"/);
});
