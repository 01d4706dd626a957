import { listPages } from "../../src/content/page-list.ts";
import { readContent } from "../../src/content/read-content.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { startBuiltServer } from "../kit/built-server.ts";
import { expect, sharedTabTest as test } from "../kit/site-fixtures.ts";
import { expectAccessibleLayout } from "./accessible-layout.ts";

// This runs on the real content, because it must hold for anything that an owner writes.
const { contentFolder, buildFolder } = readFolders(loadEnvironment());

const content = readContent(contentFolder);
const paths = listPages(content).map(({ path }) => path);
const length = (slug: string) => JSON.stringify(content.treatments.get(slug)).length;
// Treatment pages look alike, so the longest is checked in full, together with the words of the next few.
const [treatment = "", ...others] = [...content.treatments.keys()]
  .toSorted((a, b) => length(b) - length(a))
  .map((slug) => `/treatments/${slug}`);

test("every page of the studio itself has no accessibility violation and fits", async ({ page, pageErrors }) => {
  const { origin, stop } = await startBuiltServer({ BUILD_DIR: buildFolder });
  try {
    for (const path of paths.filter((one) => !others.includes(one))) {
      const alike = path === treatment ? others.slice(0, 3) : [];
      await test.step(path, () => expectAccessibleLayout(page, origin + path, [390], alike));
    }
  } finally {
    await stop();
  }
  expect(new Set(pageErrors.splice(0))).toEqual(new Set([`A request to ${origin}`]));
});
