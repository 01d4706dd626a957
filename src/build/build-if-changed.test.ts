import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cleanEnvironment } from "../../tests/kit/clean-environment.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { readBuildSettings } from "../settings/settings.ts";
import { fingerprint, type Pictures, stampOf } from "./fingerprint.ts";

it("a build for a first look is enough for npm start, but not for a build or a test", () => {
  const root = temporaryFolder();
  // A studio without content cannot be built, so any attempt to build it fails.
  const env = { ...cleanEnvironment, CONTENT_DIR: join(root, "content"), BUILD_DIR: join(root, "build") };
  const run = (code: string) =>
    spawnSync(process.execPath, ["--input-type=module", "-e", code], { env, encoding: "utf8" }).stdout;
  const settings = `import { readBuildSettings } from "./src/settings/settings.ts"; const settings = readBuildSettings(process.env);`;
  const start = (pictures: Pictures) =>
    run(
      `import { buildIfChanged } from "./src/build/build-if-changed.ts"; ${settings} console.log(buildIfChanged(settings, "${pictures}"))`,
    );
  expect(start("first-look")).toBe("Building the site ...\nfalse\n");
  mkdirSync(join(root, "build/current"), { recursive: true });
  writeFileSync(join(root, "build/current/inputs"), stampOf(fingerprint(readBuildSettings(env)), "first-look"));
  expect(start("first-look")).toBe("true\n");
  expect(start("all")).toBe("Building the site ...\nfalse\n");
});

it("a changed file asks for a build, and a changed test does not", () => {
  const folder = temporaryFolder();
  const settings = readBuildSettings({ CONTENT_DIR: folder });
  const before = fingerprint(settings);
  writeFileSync(join(folder, "any.test.ts"), "");
  expect(fingerprint(settings)).toBe(before);
  writeFileSync(join(folder, "any.ts"), "");
  expect(fingerprint(settings)).not.toBe(before);
});
