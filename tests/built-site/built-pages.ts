import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { siteFolder } from "../../src/build/build-folder.ts";
import { listFiles } from "../../src/build/release-files.ts";
import { readContent } from "../../src/content/read-content.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";

const { buildFolder, contentFolder } = readFolders(loadEnvironment());
export const builtFolder = siteFolder(buildFolder);
export const isExample = contentFolder.endsWith("example-studio");
export const content = readContent(contentFolder);

export interface BuiltPage {
  path: string;
  html: string;
}

/** Lists every page of the built site with its address. */
export function readBuiltPages(): BuiltPage[] {
  if (!existsSync(builtFolder)) throw new Error("There is no built site to test. Run: npm run build");
  return listFiles(builtFolder)
    .filter((file) => file.endsWith(".html"))
    .map((file) => ({
      path: `/${file.replace(/(index)?\.html$/, "")}`,
      html: readFileSync(join(builtFolder, file), "utf8"),
    }));
}

/** Lists the values of an attribute on a kind of element, in the order of the page. */
export function attributeValues(html: string, element: string, attribute: string): string[] {
  const found = html.matchAll(new RegExp(`<${element}(?=\\s)[^>]*\\s${attribute}="([^"]*)"`, "gi"));
  return [...found].map(([, value = ""]) => value.replaceAll("&amp;", "&").replaceAll("&#x27;", "'"));
}

/** Returns the origin that the site was built for, as its own pages name it. */
export function builtOrigin(): string {
  const home = readBuiltPages().find(({ path }) => path === "/");
  const [canonical] = attributeValues(home?.html ?? "", 'link[^>]* rel="canonical"', "href");
  return new URL(canonical ?? "").origin;
}
