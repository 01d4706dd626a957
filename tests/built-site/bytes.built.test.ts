import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listPages } from "../../src/content/page-list.ts";
import { listBuiltPaths } from "../../tools/bench/bench-site.ts";
import { describeFlight, limits, readPage } from "../../tools/bench/bytes.ts";
import { attributeValues, builtFolder, content, isExample, readBuiltPages } from "./built-pages.ts";

/** An owner's second sentence turns nothing red before the packets are full: only the example studio has to keep the aim. */
const flightLimit = isExample ? limits.flight : limits.packets;
/** The script that counts visits is a little larger. */
const scriptLimit = limits.script + (content.studio.countVisits ? 100 : 0);

test("the build contains exactly the pages of the content", () =>
  expect(listBuiltPaths().sort()).toEqual(
    listPages(content)
      .map(({ path }) => path)
      .sort(),
  ));

test("no script makes a call for counting, unless the owner wants to count", () => {
  // Scripts of the release before are still in the folder.
  const scripts = new Set(readBuiltPages().flatMap(({ html }) => attributeValues(html, "script", "data-navigation")));
  expect(scripts.size).toBe(1);
  const calling = [...scripts].filter((file) => readFileSync(join(builtFolder, file), "utf8").includes("sendBeacon"));
  expect(calling.length > 0).toBe(content.studio.countVisits);
});

test.each(listBuiltPaths())(
  "the first view of %s fits into one flight of packets, and its script is small",
  (address) => {
    const page = readPage(address);
    expect(page.blocking).toEqual([]);
    expect(page.imports).toEqual([]);
    const description = page.flight > limits.flight ? describeFlight(address) : address;
    if (page.flight > limits.flight) console.warn(description);
    expect(page.flight, description).toBeLessThanOrEqual(flightLimit);
    expect(page.script).toBeLessThanOrEqual(address === "/contact" ? limits.contactScript : scriptLimit);
    expect(page.containsForm).toBe(address === "/contact");
  },
);
