import { expect, test } from "vitest";
import { thumbnailWidth } from "../../src/content/pictures/pictures.ts";
import { readContent } from "../../src/content/read-content.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { attributeValues, readBuiltPages } from "./built-pages.ts";

const content = readContent(readFolders(loadEnvironment()).contentFolder);
const pages = new Map(readBuiltPages().map(({ path, html }) => [path, html]));
const showsPicture = (html: string, picture: string) =>
  attributeValues(html, "img", "src").some((url) => url.includes(`/${picture}-`));

test.each([...content.treatments])(
  "%s shows its own picture with a description, or its path's without one",
  (slug, treatment) => {
    const html = pages.get(`/treatments/${slug}`) ?? "";
    const { picture, path } = treatment;
    const expectedPicture = picture ?? content.paths.find(({ id }) => id === path)?.picture ?? "";
    expect(showsPicture(html, expectedPicture)).toBe(true);
    const [alt] = attributeValues(html, "img", "alt");
    expect(alt).toBe(picture ? content.images[picture]?.alt : "");
  },
);

test("the list shows every treatment's own picture once, small, lazy and without a description", () => {
  const withPicture = [...content.treatments.values()].filter(({ picture }) => picture);
  const html = pages.get("/treatments") ?? "";
  const thumbnails = html.match(/<img[^>]* width="96"[^>]*>/g) ?? [];
  expect(thumbnails).toHaveLength(withPicture.length);
  for (const image of thumbnails) expect(image).toMatch(/alt="".*loading="lazy"/);
  for (const { picture = "" } of withPicture) {
    const address = content.images[picture]?.thumbnail ? `/pictures/${picture}-${thumbnailWidth}-` : `/${picture}-`;
    expect(html).toContain(address);
  }
});
