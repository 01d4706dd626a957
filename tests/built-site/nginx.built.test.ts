import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commonHeaders, transportSecurity } from "../../src/build/response-headers.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { startDeployedNginx, studioHost } from "../kit/deployed-nginx.ts";
import { sendRequest } from "../kit/http-request.ts";
import { needs } from "../kit/needs.ts";
import { hasNginx } from "../kit/nginx.ts";
import { readBuiltPages } from "./built-pages.ts";

const { buildFolder } = readFolders(loadEnvironment());
const isAvailable = hasNginx() && resolve(buildFolder).endsWith("/build");

/** Runs deploy/nginx-static.conf, which names the folder build, on the built site. */
describe("the documented nginx for static files", needs("nginx, and the build in build/", isAvailable), () => {
  let nginx: Awaited<ReturnType<typeof startDeployedNginx>>;
  beforeAll(async () => {
    nginx = await startDeployedNginx({ project: resolve(buildFolder, "..") });
  });
  afterAll(() => nginx?.stop());

  const fetchPath = (path: string, host = studioHost) =>
    sendRequest({ port: nginx.ports.files, path, headers: { host } });

  test("nginx serves every page at its address", async () => {
    for (const { path, html } of readBuiltPages().filter((page) => page.path !== "/404")) {
      const { status, headers, text } = await fetchPath(path);
      expect([path, status, headers["content-type"]]).toEqual([path, 200, "text/html; charset=utf-8"]);
      expect(text).toBe(html);
    }
  });

  test("nginx redirects every other spelling of an address, and the bare domain", async () => {
    const spellings = {
      "/about.html": "/about",
      "/about/": "/about",
      "/about.html?a=b": "/about?a=b",
      "/index.html": "/",
    };
    for (const [from, to] of Object.entries(spellings)) {
      const { status, headers } = await fetchPath(from);
      expect([status, headers.location]).toEqual([301, `http://${studioHost}:${nginx.ports.files}${to}`]);
    }
    const { status, headers } = await fetchPath("/about", "studio.example");
    expect([status, headers.location]).toEqual([301, `https://${studioHost}/about`]);
  });

  test("nginx answers an unknown address, and what is not a page, with the 404 page", async () => {
    for (const path of ["/nowhere", "/404", "/404.html", "/_headers", "/assets/gone.js"]) {
      const { status, text } = await fetchPath(path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain("</html>");
    }
  });

  test("nginx sends the same headers as our server", async () => {
    const expected = { ...commonHeaders, "Strict-Transport-Security": transportSecurity, "Cache-Control": "no-cache" };
    const { headers } = await fetchPath("/about");
    for (const [name, value] of Object.entries(expected)) expect(headers[name.toLowerCase()]).toBe(value);
  });
});
