import { pagePaths, sharedTabTest as test } from "../kit/site-fixtures.ts";
import { expectAccessibleLayout } from "./accessible-layout.ts";

// Without motion, nothing is half faded in when it is checked.
test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const path of [...pagePaths, "/nope"]) {
  test(`${path} has no accessibility violation, and fits 320 px and text at twice the size`, async ({
    page,
    pageErrors,
  }) => {
    await expectAccessibleLayout(page, path);
    if (path === "/nope") pageErrors.splice(0);
  });
}
