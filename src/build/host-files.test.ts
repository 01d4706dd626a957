import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendRequest } from "../../tests/kit/http-request.ts";
import { needsNginx, startDeployedNginx, studioHost } from "../../tests/kit/nginx.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import type { BuildInfo } from "./build-folder.ts";
import { writeHostFiles } from "./host-files.ts";
import { commonHeaders, pageCaching, transportSecurity } from "./response-headers.ts";

const buildInfo = { policies: {}, former: ["/treatments/peel"] } as unknown as BuildInfo;

test("a host of files leads the address of a removed treatment to the list, however it is written", () => {
  const folder = join(temporaryFolder(), "client");
  mkdirSync(folder);
  writeHostFiles(folder, buildInfo);
  expect(readFileSync(join(folder, "_redirects"), "utf8")).toBe(
    ["", "/", ".html"].map((ending) => `/treatments/peel${ending} /treatments 301\n`).join(""),
  );
});

describe("the documented nginx for static files", needsNginx, () => {
  let nginx: Awaited<ReturnType<typeof startDeployedNginx>>;
  const project = temporaryFolder();
  beforeAll(async () => {
    const folder = join(project, "build/current/client");
    mkdirSync(folder, { recursive: true });
    writeHostFiles(folder, buildInfo);
    for (const page of ["index", "about", "404"]) writeFileSync(join(folder, `${page}.html`), `<p>${page}</p>`);
    nginx = await startDeployedNginx({ project });
  });
  afterAll(() => nginx?.stop());

  const ask = async (path: string, host = studioHost) => {
    const { status, headers, text } = await sendRequest({ port: nginx.ports.files, path, headers: { host } });
    return { status, headers, text, leadsTo: headers.location?.replace(/^http:\/\/[^/]+/, "") };
  };

  test.each([
    ["/", "index"],
    ["/about", "about"],
  ])("serves %s with the headers of our server", async (path, text) => {
    const answer = await ask(path);
    expect(answer).toMatchObject({ status: 200, text: `<p>${text}</p>` });
    const expected = {
      ...commonHeaders,
      "Content-Type": "text/html; charset=utf-8",
      "Strict-Transport-Security": transportSecurity,
      "Cache-Control": pageCaching,
    };
    for (const [name, value] of Object.entries(expected)) expect(answer.headers[name.toLowerCase()], name).toBe(value);
  });

  test.each([
    ["/about.html", "/about"],
    ["/about/", "/about"],
    ["/about.html?a=b", "/about?a=b"],
    ["/index.html", "/"],
    // It reads no list of redirects, so the build leaves it a file for each removed treatment.
    ["/treatments/peel", "/treatments"],
    ["/treatments/peel.html", "/treatments/peel"],
  ])("leads %s to %s", async (path, leadsTo) => {
    expect(await ask(path)).toMatchObject({ status: 301, leadsTo });
  });

  test("leads the bare domain to the whole name, over TLS", async () => {
    expect((await ask("/about", "studio.example")).headers.location).toBe(`https://${studioHost}/about`);
  });

  test.each(["/nowhere", "/treatments/other", "/404", "/404.html", "/_headers", "/assets/gone.js"])(
    "answers %s with the page for unknown addresses",
    async (path) => {
      expect(await ask(path)).toMatchObject({ status: 404, text: "<p>404</p>" });
    },
  );
});
