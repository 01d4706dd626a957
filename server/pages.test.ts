import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPages } from "./pages.ts";

const page = (words: string) => `<html><style>a{}</style><script>1</script><p>${words}</p></html>`;
const files: Record<string, string> = {
  "index.html": page("home"),
  "about.html": page("about"),
  "contact.html": `${page("contact")}<form action="https://backend.example/functions/v1/send-contact-email"></form>`,
  "treatments/facials.html": page("facials"),
  "404.html": page("missing"),
  "assets/entry-abc.js": "export {}",
  ".well-known/security.txt": "Contact: mailto:a@b.example",
};

let folder = "";
let server: Server;
let base = "";
const logged: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pages-"));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), text);
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${file}.gz`), gzipSync(text));
  }
  const pages = openPages(folder, { secure: true, log: (event, details) => logged.push(`${event} ${details?.path}`) });
  server = createServer((request, response) => pages.answer(request, response)).listen(0);
  base = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, init: RequestInit = {}) => fetch(base + path, { redirect: "manual", ...init });

describe("pages", () => {
  test.each([
    ["/", "home"],
    ["/about", "about"],
    ["/treatments/facials", "facials"],
  ])("%s has its own page", async (path, words) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(words);
  });

  test.each([
    ["/about/", "/about"],
    ["/About", "/about"],
    ["//about", "/about"],
    ["/about.html", "/about"],
    ["/about/index.html", "/about"],
    ["/index.html", "/"],
    ["/Treatments//Facials/", "/treatments/facials"],
    ["/about/?from=card", "/about?from=card"],
  ])("%s is redirected for good, once, to %s", async (path, to) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([301, to]);
  });

  test.each(["/nope", "/treatments/nope", "/404", "/../package.json", "/.env", "/assets/", "/%2e%2e/etc/passwd"])(
    "%s is not found",
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain("missing");
    },
  );

  test("what was not found is logged by path alone", async () => {
    await get("/lost?name=somebody");
    expect(logged).toContain("not-found /lost");
    expect(logged.join()).not.toContain("somebody");
  });

  test("another method is refused", async () => {
    expect((await get("/about", { method: "POST" })).status).toBe(405);
  });
});

describe("what travels with a page", () => {
  test("it is revalidated, its hashed assets are kept for a year", async () => {
    expect((await get("/about")).headers.get("cache-control")).toBe("no-cache");
    expect((await get("/assets/entry-abc.js")).headers.get("cache-control")).toContain("immutable");
  });

  test("an unchanged page is not sent again", async () => {
    const tag = (await get("/about")).headers.get("etag") ?? "";
    const again = await get("/about", { headers: { "if-none-match": tag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("the smallest encoding the browser takes is sent", async () => {
    const encoding = async (accepted: string) =>
      (await get("/about", { headers: { "accept-encoding": accepted } })).headers.get("content-encoding");
    expect(await encoding("gzip, deflate, br")).toBe("br");
    expect(await encoding("gzip")).toBe("gzip");
    expect(await encoding("identity")).toBeNull();
  });

  test("a policy names its scripts by hash and reaches the backend the form posts to", async () => {
    const policy = (await get("/about")).headers.get("content-security-policy");
    expect(policy).toContain("script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='");
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain("connect-src 'self' https://backend.example;");
    expect(policy).toContain("form-action 'self' https://backend.example;");
  });

  test("transport security where the site is served over TLS", async () => {
    expect((await get("/about")).headers.get("strict-transport-security")).toMatch(/max-age=\d{8}/);
  });
});

test("pages that ask search engines to stay away are known as hidden", () => {
  expect(openPages(folder).hidden).toBe(false);
  writeFileSync(join(folder, "index.html"), `<meta name="robots" content="noindex"/>${files["index.html"]}`);
  expect(openPages(folder).hidden).toBe(true);
});
