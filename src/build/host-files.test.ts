import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sendRequest } from "../../tests/kit/http-request.ts";
import { needsNginx, startDeployedNginx, studioHost } from "../../tests/kit/nginx.ts";
import { temporaryFolder, writeFiles } from "../../tests/kit/temporary-folder.ts";
import type { BuildInfo } from "./build-folder.ts";
import { writeHostFiles } from "./host-files.ts";
import { commonHeaders, pageCaching, transportSecurity } from "./response-headers.ts";

const buildInfo = { policies: {}, former: ["/treatments/peel"] } as unknown as BuildInfo;

test("nginx with the documented file serves static pages as our server does", needsNginx, async () => {
  const project = temporaryFolder();
  const folder = join(project, "build/current/client");
  for (const page of ["index", "about", "404"]) writeFiles(folder, { [`${page}.html`]: `<p>${page}</p>` });
  writeHostFiles(folder, buildInfo);
  const nginx = await startDeployedNginx({ project });
  onTestFinished(nginx.stop);
  const ask = async (path: string, host = studioHost) => {
    const { status, headers, text } = await sendRequest({ port: nginx.ports.files, path, headers: { host } });
    return { path, status, headers, text, leadsTo: headers.location?.replace(/^http:\/\/[^/]+/, "") };
  };

  const sent = {
    ...commonHeaders,
    "Content-Type": "text/html; charset=utf-8",
    "Strict-Transport-Security": transportSecurity,
    "Cache-Control": pageCaching,
  };
  const headers = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]));
  for (const [path, page] of Object.entries({ "/": "index", "/about": "about" }))
    expect(await ask(path)).toMatchObject({ path, status: 200, text: `<p>${page}</p>`, headers });

  const redirects = {
    "/about.html": "/about",
    "/about/": "/about",
    "/about.html?a=b": "/about?a=b",
    "/index.html": "/",
    // It reads no list of redirects, so the build leaves it a file for each removed treatment.
    "/treatments/peel": "/treatments",
    "/treatments/peel.html": "/treatments/peel",
  };
  for (const [path, leadsTo] of Object.entries(redirects))
    expect(await ask(path)).toMatchObject({ path, status: 301, leadsTo });
  expect((await ask("/about", "studio.example")).headers.location).toBe(`https://${studioHost}/about`);

  for (const path of ["/nowhere", "/treatments/other", "/404", "/404.html", "/_headers", "/assets/gone.js"])
    expect(await ask(path)).toMatchObject({ path, status: 404, text: "<p>404</p>" });
});
