import { get, type IncomingMessage } from "node:http";
import { expect, pagePaths, test } from "../kit/site-fixtures.ts";

const firstMatch = (html: string, shape: RegExp) => shape.exec(html)?.[1]?.replace(/<[^>]+>/g, "");

test("every page answers with a title, heading, description and canonical address of their own", async ({
  request,
}) => {
  const heads = await Promise.all(
    pagePaths.map(async (path) => {
      const answer = await request.get(path);
      const html = await answer.text();
      const canonical = firstMatch(html, /<link rel="canonical" href="([^"]+)"/) ?? "";
      return {
        path,
        status: answer.status(),
        title: firstMatch(html, /<title>([^<]+) \| [^<|]+<\/title>/),
        heading: firstMatch(html, /<h1[^>]*>([\s\S]+?)<\/h1>/),
        description: firstMatch(html, /<meta name="description" content="([^"]+)"/),
        canonical: URL.canParse(canonical) ? new URL(canonical).pathname : canonical,
      };
    }),
  );
  for (const head of heads) expect(head).toMatchObject({ status: 200, canonical: head.path });
  for (const field of ["title", "heading", "description"] as const) {
    const values = heads.map((head) => head[field]);
    expect(values, field).not.toContain(undefined);
    expect(new Set(values).size, field).toBe(pagePaths.length);
  }
});

test("an unknown address answers 404 and is logged by the site's own words alone", async ({ request, server }) => {
  const shapes = {
    "/nope": "/…",
    "/treatments/nope": "/treatments/…",
    "/treatments/blue-light/more": "/treatments/blue-light/…",
  };
  for (const [path, shape] of Object.entries(shapes)) {
    const answer = await request.get(`${path}?email=someone@example.com`);
    expect(answer.status(), path).toBe(404);
    expect(await answer.text()).toContain("Oops! Page not found");
    await expect.poll(() => server.output()).toContain(`not-found path=${shape}\n`);
  }
  expect(server.output()).not.toContain("someone@example.com");
});

test("every other spelling of an address is one permanent redirect away from it", async ({ server }) => {
  const spellings = {
    "/about/": "/about",
    "/index.html": "/",
    "/about/index.html": "/about",
    "/about.html": "/about",
    "/About": "/about",
    "/TREATMENTS/Blue-Light/": "/treatments/blue-light",
    "//about": "/about",
    "/treatments//blue-light": "/treatments/blue-light",
    "//": "/",
    "//TREATMENTS//Blue-Light/index.html": "/treatments/blue-light",
    "/about/?from=card": "/about?from=card",
  };
  for (const [spelling, to] of Object.entries(spellings)) {
    expect(await fetchStatus(server.origin, spelling), spelling).toEqual({ status: 301, to });
    expect((await fetchStatus(server.origin, to)).status, to).toBe(200);
  }
});

test("no spelling of an address redirects to another site", async ({ server }) => {
  for (const path of ["//example.com/", "//example.com/about", "/\\example.com/", "///example.com//About/"]) {
    expect(await fetchStatus(server.origin, path), path).toEqual({ status: 404, to: undefined });
  }
});

test("a desk that is turned off answers like any unknown address, and is named nowhere", async ({ server }) => {
  const ask = async (path: string) => {
    const response = await fetch(server.origin + path);
    return { status: response.status, text: await response.text() };
  };
  const unknown = await ask("/nowhere");
  expect(unknown.status).toBe(404);
  for (const path of ["/desk", "/desk/r/K7QF3M2P.token", "/desk/sent"]) expect(await ask(path), path).toEqual(unknown);
  for (const path of ["/sitemap.xml", "/robots.txt", "/"]) expect((await ask(path)).text).not.toContain("/desk");
  expect(server.output()).not.toContain("K7QF3M2P");
});

/** Sends the path unchanged, because fetch would normalise some of these addresses. */
async function fetchStatus(origin: string, path: string) {
  const { hostname, port } = new URL(origin);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ hostname, port, path }, resolve).once("error", reject);
  });
  answer.resume();
  return { status: answer.statusCode, to: answer.headers.location };
}
