import { expect, test } from "vitest";
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
