import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { readBuildSettings } from "../settings/settings.ts";
import { buildIfChanged } from "./build-if-changed.ts";
import { fingerprint, stampOf } from "./fingerprint.ts";
import { writeManifest } from "./release-files.ts";

it.each(["first-look", "quick"] as const)(
  "a build with %s pictures is enough where they are, and nowhere else",
  (enough) => {
    const root = temporaryFolder();
    // A studio without content cannot be built, so any attempt to build it fails.
    vi.stubEnv("CONTENT_DIR", join(root, "content"));
    onTestFinished(() => void vi.unstubAllEnvs());
    const settings = readBuildSettings({ ...process.env, BUILD_DIR: join(root, "build") });
    mkdirSync(join(root, "build/current"), { recursive: true });
    const inputs = stampOf(fingerprint(settings), enough);
    writeManifest(join(root, "build/current"), { code: "code", inputs });
    expect(buildIfChanged(settings, enough)).toBe(true);
    expect(buildIfChanged(settings, "all")).toBe(false);
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
