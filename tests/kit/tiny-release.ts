import { writeManifest } from "../../src/build/release-files.ts";
import { openRelease } from "../../src/build/releases.ts";
import { writeFiles } from "./temporary-folder.ts";

/** Builds a release of a tiny site whose home page says this word. Nothing serves it before it is published. */
export function buildTinyRelease(
  folder: string,
  word: string,
  { code = "code", siteUrl = "http://localhost", studio = {} } = {},
) {
  const release = openRelease(folder);
  const page = (path: string) => `<link rel="canonical" href="${new URL(path, siteUrl).href}">${word}`;
  writeFiles(release.folder, {
    "client/index.html": page("/"),
    "client/about.html": page("/about"),
    "client/contact.html": page("/contact"),
    "client/404.html": "missing",
    [`client/assets/${word}.js`]: word,
    "server/pages.json": JSON.stringify({ siteUrl, policies: {}, studio: { shortName: word, ...studio } }),
    "server/contact.json": JSON.stringify({ word }),
    "server/package.json": '{ "type": "module" }',
    "server/filled-form.js": "export const renderFilledForm = ({ word }) => word;",
  });
  writeManifest(release.folder, { code });
  return release;
}
