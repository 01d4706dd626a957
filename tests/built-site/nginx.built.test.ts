import { request } from "node:http";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commonHeaders, transportSecurity } from "../../src/build/response-headers.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { startDeployedNginx, studioHost } from "../kit/deployed-nginx.ts";
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

  const fetchPath = (path: string, hostName = studioHost) =>
    new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: string }>((done, failed) => {
      request({ port: nginx.ports.files, path, headers: { host: hostName } }, (answer) => {
        let body = "";
        answer.on("data", (chunk) => (body += chunk));
        answer.on("end", () => done({ status: answer.statusCode, headers: answer.headers, body }));
      })
        .on("error", failed)
        .end();
    });

  test("nginx serves every page at its address", async () => {
    for (const { path, html } of readBuiltPages().filter((page) => page.path !== "/404")) {
      const { status, headers, body } = await fetchPath(path);
      expect([path, status, headers["content-type"]]).toEqual([path, 200, "text/html; charset=utf-8"]);
      expect(body).toBe(html);
    }
  });

  test.each([
    ["/about.html", "/about"],
    ["/about/", "/about"],
    ["/about.html?a=b", "/about?a=b"],
    ["/index.html", "/"],
  ])("nginx redirects %s to %s", async (from, to) => {
    const { status, headers } = await fetchPath(from);
    expect(status).toBe(301);
    expect(headers.location).toBe(`http://${studioHost}:${nginx.ports.files}${to}`);
  });

  test("nginx redirects the bare domain to www", async () => {
    const { status, headers } = await fetchPath("/about", "studio.example");
    expect([status, headers.location]).toEqual([301, `https://${studioHost}/about`]);
  });

  test.each(["/nowhere", "/404", "/404.html", "/_headers", "/assets/gone.js"])(
    "nginx answers %s with the 404 page",
    async (path) => {
      const { status, body } = await fetchPath(path);
      expect(status).toBe(404);
      expect(body).toContain("</html>");
    },
  );

  test("nginx sends the same headers as our server", async () => {
    const expected = { ...commonHeaders, "Strict-Transport-Security": transportSecurity, "Cache-Control": "no-cache" };
    const { headers } = await fetchPath("/about");
    for (const [name, value] of Object.entries(expected)) expect(headers[name.toLowerCase()]).toBe(value);
  });
});
