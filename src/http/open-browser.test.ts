import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { needsLinux } from "../../tests/kit/needs.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { openBrowser } from "./open-browser.ts";

test(
  "the key is in a page that only its owner can read, and not in the browser's command line",
  needsLinux,
  async () => {
    const folder = temporaryFolder();
    const [page, asked] = [join(folder, "open.html"), join(folder, "asked")];
    writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\necho "$@" > ${asked}.part\nmv ${asked}.part ${asked}\n`);
    chmodSync(join(folder, "xdg-open"), 0o755);
    vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    openBrowser("http://localhost:3010/desk?key=secret", page);
    await expect.poll(() => existsSync(asked)).toBe(true);
    expect(readFileSync(asked, "utf8")).toBe(`${page}\n`);
    expect(statSync(page).mode & 0o777).toBe(0o600);
    expect(readFileSync(page, "utf8")).toContain("url=http://localhost:3010/desk?key=secret");
  },
);
