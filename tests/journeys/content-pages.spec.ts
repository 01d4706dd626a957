import { listPages } from "../../src/content/page-list.ts";
import { readContent } from "../../src/content/read-content.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { sharedTabTest as test } from "../kit/site-fixtures.ts";
import { expectAccessibleLayout } from "./accessible-layout.ts";

// These tests run on the real content, because they must hold for anything that an owner writes.
const { contentFolder, buildFolder } = readFolders(loadEnvironment());
test.use({ build: buildFolder });

const content = readContent(contentFolder);
const paths = listPages(content).map(({ path }) => path);
const length = (slug: string) => JSON.stringify(content.treatments.get(slug)).length;
// Treatment pages look alike, so the longest is checked in full, and the next few only for their width.
const [model = "", ...copies] = [...content.treatments.keys()].toSorted((a, b) => length(b) - length(a));
const rest = copies.slice(3).map((slug) => `/treatments/${slug}`);
for (const path of paths.filter((one) => !rest.includes(one))) {
  const isCopy = path.startsWith("/treatments/") && path !== `/treatments/${model}`;
  test(`${path} of the studio itself has no accessibility violation and fits`, ({ page }) =>
    expectAccessibleLayout(page, path, isCopy ? [] : [390]));
}
