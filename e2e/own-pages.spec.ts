import { buildFolder } from "../pipeline/build-folder.ts";
import { contentFolder } from "../studio/content.ts";
import { listPages } from "../studio/page-list.ts";
import { readContent } from "../studio/read.ts";
import { shared as test } from "./fixtures.ts";
import { judgePage } from "./judge-page.ts";

// The real words: what must hold for any that an owner may write.
test.use({ build: buildFolder, contextOptions: { reducedMotion: "reduce" } });

for (const { path } of listPages(readContent(contentFolder))) {
  test(`${path} of the studio itself has no accessibility violation and fits`, ({ page }) => judgePage(page, path));
}
