import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get as httpGet, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FormDraft, mapFields } from "../requests/request.ts";
import { openPages, type SitePages } from "./pages.ts";

const page = (words: string) => `<html><style>a{}</style><script>1</script><p>${words}</p></html>`;
const files: Record<string, string> = {
  "index.html": page("home"),
  "about.html": page("about"),
  "contact.html": page("contact"),
  "treatments/facials.html": page("facials"),
  "404.html": page("missing"),
  "assets/entry-abc.js": "export {}",
  ".well-known/security.txt": "Contact: mailto:a@b.example",
};

const policy = "default-src 'none'; script-src 'self' 'sha256-a'";
let root = "";
let folder = "";
let server: Server;
let base = "";
const logged: string[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "pages-"));
  folder = join(root, "client");
  note(false);
  writeFileSync(join(root, "server/contact.json"), '{ "title": "Contact" }');
  writeFileSync(join(root, "server/package.json"), '{ "type": "module" }');
  writeFileSync(
    join(root, "server/draft.js"),
    "export const renderDraft = (page, draft) => [page.title, draft.values.name].join(': ');",
  );
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), text);
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${file}.gz`), gzipSync(text));
  }
  const pages = await openPages(folder, {
    secure: true,
    log: (event, details) => logged.push([event, ...Object.values(details ?? {})].join(" ")),
  });
  server = createServer((request, response) => {
    if (request.url?.startsWith("/contact?")) response.setHeader("cache-control", "no-store");
    pages.answer(request, response, request.url?.endsWith("draft=known") ? draft : undefined);
  }).listen(0);
  base = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true });
});

const draft: FormDraft = { values: { ...mapFields(() => ""), name: "Ana" }, errors: {} };

/** The information that a build leaves for the server. */
function note(hidden: boolean, siteUrl?: string, countsVisits?: boolean) {
  mkdirSync(join(root, "server"), { recursive: true });
  const policies = { "/about": policy, "/contact": policy };
  writeFileSync(join(root, "server/pages.json"), JSON.stringify({ siteUrl, hidden, policies, countsVisits }));
}

const get = (path: string, init: RequestInit = {}) => fetch(base + path, { redirect: "manual", ...init });

describe("Pages:", () => {
  test.each([
    ["/", "home"],
    ["/about", "about"],
    ["/treatments/facials", "facials"],
  ])("%s has its own page", async (path, text) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(text);
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
  ])("%s is redirected permanently, once, to %s", async (path, to) => {
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

  test.each([
    ["/lost?name=Jane", "/…"],
    ["/my-name-is-Jane-Roe-780-555-0199", "/…"],
    ["/treatments/Jane", "/treatments/…"],
    ["/Jane/treatments/about", "/…/treatments/about"],
    ["//desk/in/Jane", "//…/…/…"],
    ["/treatments%2FJane", "/…"],
    [`${"/about".repeat(20)}/Jane`, "/about".repeat(8)],
  ])("%s is logged by the words of the site's own addresses, as %s", async (path, shape) => {
    logged.length = 0;
    await new Promise((resolve, reject) => {
      httpGet({ port: new URL(base).port, path }, (answer) => resolve(answer.resume())).on("error", reject);
    });
    expect(logged).toEqual([`not-found ${shape}`]);
  });

  test("a wrong link is logged with the page of the site that has it, and with no other page", async () => {
    logged.length = 0;
    for (const referer of [`${base}/about?name=Jane`, `${base}/Jane`, "https://elsewhere.example/about", "Jane"])
      await get("/lost", { headers: { referer } });
    expect(logged).toEqual(["not-found /… /about", "not-found /…", "not-found /…", "not-found /…"]);
  });

  test("another method is refused", async () => {
    expect((await get("/about", { method: "POST" })).status).toBe(405);
  });
});

describe("Headers:", () => {
  test("a page is revalidated, its hashed assets are cached for a year", async () => {
    expect((await get("/about")).headers.get("cache-control")).toBe("no-cache");
    expect((await get("/assets/entry-abc.js")).headers.get("cache-control")).toContain("immutable");
  });

  test("an unchanged page is not sent again", async () => {
    const tag = (await get("/about")).headers.get("etag") ?? "";
    const again = await get("/about", { headers: { "if-none-match": tag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("the smallest encoding that the browser accepts is sent", async () => {
    const encoding = async (accepted: string) =>
      (await get("/about", { headers: { "accept-encoding": accepted } })).headers.get("content-encoding");
    expect(await encoding("gzip, deflate, br")).toBe("br");
    expect(await encoding("gzip")).toBe("gzip");
    expect(await encoding("gzip, br;q=0")).toBe("gzip");
    expect(await encoding("br;q=0.5")).toBe("br");
    expect(await encoding("identity")).toBeNull();
  });

  test.each([{}, { "accept-encoding": "identity" }, { "if-none-match": "*" }])(
    "a cache is told that the encoding depends on the browser, for %j",
    async (headers) => {
      for (const path of ["/about", "/nope", "/assets/entry-abc.js"])
        expect((await get(path, { headers })).headers.get("vary"), path).toBe("Accept-Encoding");
    },
  );

  test("a page has the content security policy of the build, and a file has none", async () => {
    expect((await get("/about")).headers.get("content-security-policy")).toBe(policy);
    expect((await get("/assets/entry-abc.js")).headers.has("content-security-policy")).toBe(false);
  });

  test("a page with a visitor's draft is not cached, nor the page after the draft is gone", async () => {
    const back = await get("/contact?draft=known");
    expect(await back.text()).toBe("Contact: Ana");
    expect(back.headers.get("content-security-policy")).toBe(policy);
    expect(back.headers.get("cache-control")).toBe("no-store");
    const gone = await get("/contact?draft=gone");
    expect(await gone.text()).toContain("contact");
    expect(gone.headers.get("cache-control")).toBe("no-store");
  });

  test("strict transport security is sent when the site is served over TLS", async () => {
    expect((await get("/about")).headers.get("strict-transport-security")).toMatch(/max-age=\d{8}/);
  });
});

test("Pages that ask search engines to stay away are reported as hidden", async () => {
  expect((await openPages(folder)).hidden).toBe(false);
  note(true);
  expect((await openPages(folder)).hidden).toBe(true);
});

describe("Pages that were built for another address:", () => {
  const headersAt = (pages: SitePages, url: string) => {
    let sent: Record<string, unknown> = {};
    const response = {
      getHeader: () => undefined,
      writeHead: (_: number, headers: typeof sent) => {
        sent = headers;
      },
      end: () => {},
    };
    pages.answer({ method: "GET", url, headers: {} } as never, response as never);
    return sent;
  };

  test.each([
    ["http://localhost:3000", "https://www.studio.example"],
    ["https://www.old.example", "https://www.studio.example"],
    ["http://www.studio.example", "https://www.studio.example"],
  ])(
    "those for %s are hidden from search engines at %s, with both addresses and the command",
    async (built, served) => {
      note(false, built);
      const pages = await openPages(folder, { siteUrl: served });
      expect(pages.addressProblem).toBe(
        `the pages were built for ${built}, but SITE_URL is ${served}. Run npm run build, then restart the server`,
      );
      expect(pages.hidden).toBe(pages.addressProblem);
      expect(headersAt(pages, "/about")).toMatchObject({ "X-Robots-Tag": "noindex" });
      expect(headersAt(pages, "/contact")).toMatchObject({ "X-Robots-Tag": "noindex" });
      expect(headersAt(pages, "/assets/entry-abc.js")).not.toHaveProperty("X-Robots-Tag");
    },
  );

  test.each([
    ["https://www.studio.example/", "https://www.studio.example"],
    ["http://localhost:3000", "http://localhost:4000"],
    ["http://localhost:3000", null],
    [undefined, "https://www.studio.example"],
  ])("those for %s may be served at %s", async (built, served) => {
    note(false, built);
    const pages = await openPages(folder, { siteUrl: served });
    expect(pages.addressProblem).toBeUndefined();
    expect(headersAt(pages, "/about")).not.toHaveProperty("X-Robots-Tag");
  });
});

describe("What a visitor sees:", () => {
  const seen = (pages: SitePages, url: string, method = "GET", headers = {}) => {
    const sent: number[] = [];
    const response = {
      getHeader: () => undefined,
      writeHead(status: number) {
        sent.push(status);
        return response;
      },
      end: () => {},
    };
    const page = pages.answer({ method, url, headers } as never, response as never);
    return [...sent, page];
  };

  test("pages in full and unchanged ones are seen; files, redirects, missing pages and drafts are not", async () => {
    note(false, undefined, true);
    const pages = await openPages(folder);
    expect(pages.countsVisits).toBe(true);
    expect(seen(pages, "/about?campaign=1")).toEqual([200, "/about"]);
    expect(seen(pages, "/about", "GET", { "if-none-match": "*" })).toEqual([304, "/about"]);
    expect(seen(pages, "/assets/entry-abc.js")).toEqual([200, undefined]);
    expect(seen(pages, "/about/")).toEqual([301, undefined]);
    expect(seen(pages, "/nowhere")).toEqual([404, undefined]);
    expect(seen(pages, "/about", "HEAD")).toEqual([200, undefined]);
  });

  test("the script may say that it has shown a page, where that is counted", async () => {
    note(false, undefined, true);
    const pages = await openPages(folder);
    expect(seen(pages, "/about", "POST")).toEqual([204, "/about"]);
    expect(seen(pages, "/nowhere", "POST")).toEqual([405, undefined]);
    expect(seen(pages, "/assets/entry-abc.js", "POST")).toEqual([405, undefined]);
    note(false);
    expect(seen(await openPages(folder), "/about", "POST")).toEqual([405, undefined]);
  });
});

describe("A notice:", () => {
  const ends = Date.parse("2027-01-03T07:00:00Z");
  const clock = { time: ends - 1 };
  const laterPolicy = "default-src 'none'";
  let site: Server;
  const open = (path: string, init: RequestInit = {}) =>
    fetch(`http://localhost:${(site.address() as AddressInfo).port}${path}`, { redirect: "manual", ...init });
  const words = async (path: string, init?: RequestInit) => (await open(path, init)).text();

  beforeAll(async () => {
    const release = mkdtempSync(join(tmpdir(), "notice-"));
    const contents: Record<string, string> = {
      "client/assets/entry-abc.js": "export {}",
      "server/pages.json": JSON.stringify({ policies: {}, notice: { ends, policies: { "/about": laterPolicy } } }),
      "server/contact.json": '{ "title": "Contact with notice" }',
      "server/after-notice.json": '{ "title": "Contact" }',
      "server/package.json": '{ "type": "module" }',
      "server/draft.js": "export const renderDraft = (page) => page.title;",
    };
    for (const name of ["index", "about", "contact", "404"]) {
      contents[`client/${name}.html`] = page(`${name} with notice`);
      contents[`server/after-notice/${name}.html`] = page(`${name} without`);
    }
    for (const [name, text] of Object.entries(contents)) {
      mkdirSync(join(release, name, ".."), { recursive: true });
      writeFileSync(join(release, name), text);
      if (!name.endsWith(".html")) continue;
      writeFileSync(join(release, `${name}.br`), brotliCompressSync(text));
      writeFileSync(join(release, `${name}.gz`), gzipSync(text));
    }
    const pages = await openPages(join(release, "client"), { now: () => clock.time });
    rmSync(release, { recursive: true });
    site = createServer((request, response) =>
      pages.answer(request, response, request.url?.includes("draft=") ? draft : undefined),
    ).listen(0);
  });
  afterAll(() => void site.close());

  test("a running server stops sending it at the midnight after its last day", async () => {
    const before = await open("/about");
    const etag = before.headers.get("etag") ?? "";
    expect(await before.text()).toContain("about with notice");
    expect((await open("/about", { headers: { "if-none-match": etag } })).status).toBe(304);

    clock.time = ends;
    const after = await open("/about", { headers: { "if-none-match": etag } });
    expect([after.status, after.headers.get("content-security-policy")]).toEqual([200, laterPolicy]);
    expect(after.headers.get("content-encoding")).toBe("gzip");
    expect(await after.text()).toContain("about without");
    expect(await words("/", { headers: { "accept-encoding": "identity" } })).toContain("index without");
    expect(await words("/nope")).toContain("404 without");
    expect(await words("/contact?draft=1")).toBe("Contact");
    expect((await open("/404")).status).toBe(404);
    expect((await open("/About")).headers.get("location")).toBe("/about");
    expect(await words("/assets/entry-abc.js")).toBe("export {}");
  });

  test("it is back when a clock that was wrong is corrected", async () => {
    clock.time = ends - 1;
    expect(await words("/about")).toContain("about with notice");
    expect(await words("/contact?draft=1")).toBe("Contact with notice");
  });
});
