import { pagePaths, slugs, sharedTabTest as test } from "../kit/site-fixtures.ts";
import { expectAccessibleLayout } from "./accessible-layout.ts";

// Treatment pages look alike, so only the first is checked in full, together with the words of the others.
const [treatment = "", ...others] = slugs.map((slug) => `/treatments/${slug}`);

for (const path of [...pagePaths.filter((one) => !others.includes(one)), "/nope"]) {
  test(`${path} has no accessibility violation, and fits 320 px and text at twice the size`, async ({
    page,
    pageErrors,
  }) => {
    // A wide window shows the same elements but for the header, which every page has.
    const widths = path === "/" ? [390, 1280] : [390];
    await expectAccessibleLayout(page, path, widths, path === treatment ? others : []);
    if (path === "/nope") pageErrors.splice(0);
  });
}
