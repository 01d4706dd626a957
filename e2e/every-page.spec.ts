import { pages, shared as test } from "./fixtures.ts";
import { judgePage } from "./judge-page.ts";

// Without motion there is nothing half faded in to be judged.
test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const path of [...pages, "/nope"]) {
  test(`${path} has no accessibility violation, and fits 320 px and text of twice the size`, async ({
    page,
    trouble,
  }) => {
    await judgePage(page, path);
    if (path === "/nope") trouble.splice(0);
  });
}
