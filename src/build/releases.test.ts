import { readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder, writeFiles } from "../../tests/kit/temporary-folder.ts";
import { listFiles } from "./release-files.ts";
import { openRelease } from "./releases.ts";

async function publish(folder: string, files: Record<string, string>) {
  const release = openRelease(folder);
  writeFiles(release.folder, files);
  release.publish();
  // A release is named by the millisecond in which it was begun.
  await new Promise((next) => setTimeout(next, 2));
}

const served = (folder: string, file: string) => readFileSync(join(folder, "current/client", file), "utf8");

it("the old release is served until the new one is complete, and then its pages, with the old scripts and pictures", async () => {
  const folder = temporaryFolder();
  const old = { "client/index.html": "old", "client/gone.html": "", "server/pages.json": "old" };
  await publish(folder, { ...old, "client/assets/a-1.js": "one", "client/pictures/p-1.avif": "one" });
  const release = openRelease(folder);
  writeFiles(release.folder, { "client/index.html": "new", "client/assets/a-2.js": "two", "server/pages.json": "new" });
  expect(served(folder, "index.html")).toBe("old");
  release.publish();
  expect(served(folder, "index.html")).toBe("new");
  expect(served(folder, "../server/pages.json")).toBe("new");
  const files = ["assets/a-1.js", "assets/a-2.js", "index.html", "pictures/p-1.avif"];
  expect(listFiles(join(folder, "current/client")).sort()).toEqual(files);
});

it("one release besides the current is kept, and old scripts are deleted a day after they were last built", async () => {
  const folder = temporaryFolder();
  await publish(folder, { "client/assets/a-0.js": "zero", "client/assets/a-1.js": "one" });
  const age = (file: string, hours: number) => {
    const built = new Date(Date.now() - hours * 60 * 60_000);
    utimesSync(join(folder, "current/client/assets", file), built, built);
  };
  age("a-0.js", 48);
  age("a-1.js", 23);
  for (const name of ["a-2", "a-3", "a-4"]) await publish(folder, { [`client/assets/${name}.js`]: name });
  expect(readdirSync(folder).filter((name) => name.startsWith("release-"))).toHaveLength(2);
  expect(readdirSync(join(folder, "current/client/assets"))).toEqual(["a-1.js", "a-2.js", "a-3.js", "a-4.js"]);
});
