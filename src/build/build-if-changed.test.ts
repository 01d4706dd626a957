import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { temporaryFolder, writeFiles } from "../../tests/kit/temporary-folder.ts";
import { readBuildSettings } from "../settings/settings.ts";
import { buildIfChanged } from "./build-if-changed.ts";
import { fingerprint, stampOf } from "./fingerprint.ts";
import { writeManifest } from "./release-files.ts";

it("a build is enough until a file changes, and one with fewer pictures only where they are", () => {
  const root = temporaryFolder();
  const content = join(root, "content");
  for (const folder of [content, join(root, "build/current")]) mkdirSync(folder, { recursive: true });
  // A studio without its files cannot be built, so any attempt to build it fails.
  vi.stubEnv("CONTENT_DIR", content);
  onTestFinished(() => void vi.unstubAllEnvs());
  const settings = readBuildSettings({ ...process.env, BUILD_DIR: join(root, "build") });
  writeManifest(join(root, "build/current"), { code: "code", inputs: stampOf(fingerprint(settings), "quick") });
  expect(buildIfChanged(settings, "all")).toBe(false);
  writeFiles(content, { "any.test.ts": "", "snapshots/any.txt": "" });
  expect(buildIfChanged(settings, "quick")).toBe(true);
  writeFiles(content, { "any.ts": "" });
  expect(buildIfChanged(settings, "quick")).toBe(false);
});
