import { cpSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { buildTinyRelease } from "../../tests/kit/tiny-release.ts";
import { type FilledForm, mapFields } from "../requests/request.ts";
import { followReleases } from "./follow-releases.ts";
import type { SitePages } from "./serve-pages.ts";

const address = "https://www.studio.example";

const build = (folder: string, word: string, options = {}) =>
  buildTinyRelease(folder, word, { siteUrl: address, ...options });

const follow = (folder: string, events: string[] = []) =>
  followReleases(folder, {
    interval: 0,
    code: "code",
    siteUrl: address,
    log: (event, details) => events.push(`${event} ${details?.reason ?? ""}`.trim()),
  });

function get(pages: SitePages, url: string, rejected?: FilledForm): string {
  let sent = "";
  const end = (body: unknown) => {
    sent = String(body).replace(/^<link[^>]*>/, "");
  };
  const response = { getHeader() {}, writeHead: () => response, end };
  pages.handle({ method: "GET", url, headers: {} } as never, response as never, rejected);
  return sent;
}

it("a new release is served without a restart, with the files of the pages that are still open", async () => {
  const folder = temporaryFolder();
  build(folder, "old", { studio: { replies: [] } }).publish();
  const pages = await follow(folder);
  const before = pages.notes.made?.release;
  const { studio } = pages;
  build(folder, "new").publish();
  expect(get(pages, "/")).toBe("old");
  await pages.look();
  expect(get(pages, "/")).toBe("new");
  expect(get(pages, "/assets/old.js")).toBe("old");
  expect(pages.notes.made?.release).not.toBe(before);
  expect([studio?.shortName, studio?.replies]).toEqual(["new", undefined]);
  expect(get(pages, "/contact", { values: mapFields(() => ""), errors: {} })).toBe("new");
});

it("a release that is still being copied is refused, and taken up when it is whole", async () => {
  const folder = temporaryFolder();
  build(folder, "old").publish();
  const events: string[] = [];
  const pages = await follow(folder, events);
  const release = build(folder, "new");
  const whole = join(folder, "whole");
  cpSync(release.folder, whole, { recursive: true });
  truncateSync(join(release.folder, "client/index.html"), 1);
  release.publish();
  for (let looks = 0; looks < 5; looks++) await pages.look();
  expect([get(pages, "/"), pages.refused]).toEqual(["old", "client/index.html is not whole"]);
  cpSync(join(whole, "client/index.html"), join(folder, "current/client/index.html"));
  for (let looks = 0; looks < 10; looks++) await pages.look();
  expect([get(pages, "/"), pages.refused]).toEqual(["new", undefined]);
  expect(events).toEqual(["release refused client/index.html is not whole", "release"]);
});

it.each([
  [{ siteUrl: "http://localhost:3000" }, /built for http:\/\/localhost:3000, but SITE_URL is/],
  [{ code: "another" }, /built by other code than the server runs\. Restart the server/],
])("a release with %j is not put in place of the right one, and the next right one is", async (options, reason) => {
  const folder = temporaryFolder();
  build(folder, "old").publish();
  const pages = await follow(folder);
  build(folder, "wrong", options).publish();
  await pages.look();
  expect(get(pages, "/")).toBe("old");
  expect(pages.refused).toMatch(reason);
  build(folder, "right").publish();
  await pages.look();
  expect([get(pages, "/"), pages.refused]).toEqual(["right", undefined]);
});

it("a server that starts on a broken release serves the one before", async () => {
  const folder = temporaryFolder();
  build(folder, "old").publish();
  // A release is named by the millisecond in which it was begun.
  await new Promise((next) => setTimeout(next, 2));
  build(folder, "new").publish();
  rmSync(join(folder, "current/client/index.html"));
  const pages = await follow(folder);
  expect([get(pages, "/"), pages.refused]).toEqual(["old", "client/index.html is missing"]);
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  await expect(follow(folder)).rejects.toThrow("holds no built site. Run: npm run build");
});
