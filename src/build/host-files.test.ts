import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startDeployedNginx, studioHost } from "../../tests/kit/deployed-nginx.ts";
import { sendRequest } from "../../tests/kit/http-request.ts";
import { needsNginx } from "../../tests/kit/nginx.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import type { BuildInfo } from "./build-folder.ts";
import { writeHostFiles } from "./host-files.ts";

const buildInfo = { policies: {}, former: ["/treatments/peel"] } as unknown as BuildInfo;

test("a host of files leads the address of a removed treatment to the list, however it is written", () => {
  const folder = join(temporaryFolder(), "client");
  mkdirSync(folder);
  writeHostFiles(folder, buildInfo);
  expect(readFileSync(join(folder, "_redirects"), "utf8")).toBe(
    ["", "/", ".html"].map((ending) => `/treatments/peel${ending} /treatments 301\n`).join(""),
  );
});

test("so does the documented nginx, which reads no list of redirects", needsNginx, async () => {
  const project = temporaryFolder();
  const folder = join(project, "build/current/client");
  mkdirSync(folder, { recursive: true });
  writeHostFiles(folder, buildInfo);
  const nginx = await startDeployedNginx({ project });
  onTestFinished(nginx.stop);
  const ask = async (path: string) => {
    const { status, headers } = await sendRequest({ port: nginx.ports.files, path, headers: { host: studioHost } });
    return [status, headers.location?.replace(/^http:\/\/[^/]+/, "")];
  };
  expect(await ask("/treatments/peel")).toEqual([301, "/treatments"]);
  expect(await ask("/treatments/peel.html")).toEqual([301, "/treatments/peel"]);
  expect(await ask("/treatments/other")).toEqual([404, undefined]);
});
