import { pagePaths, slugs, sharedTabTest as test } from "../kit/site-fixtures.ts";
import { expectAccessibleLayout } from "./accessible-layout.ts";

for (const path of [...pagePaths, "/nope"]) {
  test(`${path} has no accessibility violation, and fits 320 px and text at twice the size`, async ({
    page,
    pageErrors,
  }) => {
    // A wide window shows the same elements but for the header, which every page has. Treatment pages look alike.
    const isCopy = slugs.slice(1).includes(path.replace("/treatments/", ""));
    await expectAccessibleLayout(page, path, path === "/" ? [390, 1280] : isCopy ? [] : [390]);
    if (path === "/nope") pageErrors.splice(0);
  });
}
