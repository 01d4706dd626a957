import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { DeskStudio } from "../desk/views/page.tsx";
import type { Master } from "../studio/pictures.ts";
import { bundle } from "./bundle.ts";
import { contentPolicy } from "./policy.ts";

/** What the server has to know of the pages beside their files; it stands in server/pages.json of a release. */
export interface PageNotes {
  /** Why the pages ask search engines to stay away, if they do. */
  hidden?: string | undefined;
  /** The studio's own: letters tell times by it. */
  timeZone: string;
  /** As its own desk shows it. */
  studio: DeskStudio;
  policy: string;
  paths: string[];
}

/** Writes every page, finished: nothing edits one afterwards. */
export async function renderPages(release: string, masters: Master[] = []): Promise<PageNotes> {
  const assets = await bundle(release);
  const server = join(release, "server");
  const entry = pathToFileURL(resolve(server, "render.js")).href;
  const { openSite }: typeof import("../site/render.tsx") = await import(entry);
  const backend = process.env.BACKEND_URL;
  const policyOf = (styles: string[], script: string) => contentPolicy(styles.map(hash), [hash(script)], backend);
  const site = await openSite(assets, policyOf, masters);
  for (const path of site.paths) {
    const { html, document, props } = await site.render(path);
    // about.html answers /about on every host; about/index.html would answer /about/ on some.
    const file = join(release, "client", path === "/" ? "index.html" : `${path}.html`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html);
    if (path === "/contact") writeFileSync(join(server, "contact.json"), JSON.stringify({ document, props }));
  }
  const { hidden, timeZone, studio, policy, paths } = site;
  const notes = { hidden, timeZone, studio, policy, paths };
  writeFileSync(join(server, "pages.json"), JSON.stringify(notes));
  return notes;
}

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
