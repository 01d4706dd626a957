import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listPages } from "../../src/content/page-list.ts";
import { readContent } from "../../src/content/read-content.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { listBuiltPaths, startVisitedSite } from "../../tools/bench/bench-site.ts";
import { limits } from "../../tools/bench/bytes.ts";
import { describeFlight, readPage } from "../../tools/bench/page-bytes.ts";
import { loadPage } from "../../tools/bench/page-load.ts";
import { findQuickChromium } from "../kit/find-chromium.ts";
import { attributeValues, builtFolder, readBuiltPages } from "./built-pages.ts";

const { contentFolder } = readFolders(loadEnvironment());
const content = readContent(contentFolder);
/** An owner's second sentence turns nothing red before the packets are full: only the example studio has to keep the aim. */
const flightLimit = contentFolder.endsWith("example-studio") ? limits.flight : limits.packets;
/** One treatment of each path, since their pictures differ. */
const treatments = new Set(
  content.paths.flatMap(({ treatments }) =>
    treatments.flatMap((item) => ("slug" in item ? item.slug : [])).slice(0, 1),
  ),
);

describe("the size of the build", () => {
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
      expect(page.script).toBeLessThanOrEqual(address === "/contact" ? limits.contactScript : limits.script);
      expect(page.containsForm).toBe(address === "/contact");
    },
  );
});

describe.concurrent("the bytes that a phone fetches", () => {
  let site: Awaited<ReturnType<typeof startVisitedSite>>;
  beforeAll(async () => {
    site = await startVisitedSite(findQuickChromium());
  });
  afterAll(() => site.stop());

  test.each([
    ["/", limits.home] as const,
    ...[...treatments].map((slug) => [`/treatments/${slug}`, limits.treatment] as const),
  ])("for %s a 390 px phone fetches at most %i bytes, and no script while it loads", async (address, limit) => {
    const load = await loadPage(site.browser, site.url + address, 3);
    expect(load.total).toBeLessThanOrEqual(limit);
    expect(load.first.bytes).toBeLessThanOrEqual(limits.first);
    expect(load.first.requests).toBeLessThanOrEqual(limits.requests);
    expect(load.earlyScripts).toBe(0);
    expect(load.fonts).toBeGreaterThan(0);
    expect(load.fonts).toBeLessThanOrEqual(limits.fonts);
    expect(load.fontFiles).toBeLessThanOrEqual(limits.fontFiles);
  });
});
