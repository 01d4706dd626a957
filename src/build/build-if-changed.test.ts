import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cleanEnvironment } from "../../tests/kit/clean-environment.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { readBuildSettings } from "../settings/settings.ts";
import { fingerprint, type Pictures, stampOf } from "./fingerprint.ts";
import { writeManifest } from "./release-files.ts";

it.each(["first-look", "quick"] as const)(
  "a build with %s pictures is enough where they are, and nowhere else",
  (enough) => {
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
    expect(start(enough)).toBe("Building the site ...\nfalse\n");
    mkdirSync(join(root, "build/current"), { recursive: true });
    const inputs = stampOf(fingerprint(readBuildSettings(env)), enough);
    writeManifest(join(root, "build/current"), { code: "code", inputs });
    expect(start(enough)).toBe("true\n");
    expect(start("all")).toBe("Building the site ...\nfalse\n");
  },
);

it("a changed file asks for a build, and a changed test or its snapshot does not", () => {
  const folder = temporaryFolder();
  const settings = readBuildSettings({ CONTENT_DIR: folder });
  const before = fingerprint(settings);
  writeFileSync(join(folder, "any.test.ts"), "");
  mkdirSync(join(folder, "snapshots"));
  writeFileSync(join(folder, "snapshots/any.txt"), "");
  expect(fingerprint(settings)).toBe(before);
  writeFileSync(join(folder, "any.ts"), "");
  expect(fingerprint(settings)).not.toBe(before);
});
