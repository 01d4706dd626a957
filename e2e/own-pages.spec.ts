import { buildFolder } from "../pipeline/build-folder.ts";
import { contentFolder } from "../studio/content.ts";
import { listPages } from "../studio/page-list.ts";
import { readContent } from "../studio/read.ts";
import { shared as test } from "./fixtures.ts";
import { judgePage } from "./judge-page.ts";

// The real words: what must hold for any that an owner may write.
test.use({ build: buildFolder, contextOptions: { reducedMotion: "reduce" } });

const paths = listPages(readContent(contentFolder)).map(({ path }) => path);
const [model] = paths.filter((path) => path.startsWith("/treatments/"));
for (const path of paths) {
  // One treatment is made as another: of the rest the words alone are judged, whether they fit.
  const isCopy = path.startsWith("/treatments/") && path !== model && !process.env.THOROUGH;
  test(`${path} of the studio itself has no accessibility violation and fits`, ({ page }) =>
    judgePage(page, path, isCopy ? [] : [390]));
}
