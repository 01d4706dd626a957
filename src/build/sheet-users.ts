import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Lists the kinds of page that need a component's sheet, by the imports of their components. A sheet that the frame
 * around every page imports, or most kinds of page, is in none of the lists: it belongs to the style of all pages.
 */
export function sheetUsers(): Map<string, string[]> {
  const frame = importedSheets(["src/site/document.tsx"]);
  const users = new Map<string, string[]>();
  for (const folder of globSync("src/site/pages/*").map(withSlashes).sort()) {
    for (const sheet of importedSheets(globSync(`${folder}/*.tsx`)))
      if (!frame.has(sheet)) users.set(sheet, [...(users.get(sheet) ?? []), basename(folder)]);
  }
  for (const [sheet, kinds] of users) if (kinds.length > mostKinds) users.delete(sheet);
  for (const sheet of globSync("src/site/pages/*/*.css")) users.set(withSlashes(sheet), [basename(dirname(sheet))]);
  users.set("src/site/parts/notice.css", [noticePages]);
  return users;
}

/** Stands for the pages of any kind while there is a notice, or the line of a preview. */
export const noticePages = "(notice)";

/** A sheet that more kinds of page use weighs less in the common style than in each of theirs. */
const mostKinds = 7;

/** Follows imports from component to component and collects their sheets. */
function importedSheets(start: string[]): Set<string> {
  const seen = new Set<string>();
  const follow = (file: string) => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    if (!file.endsWith(".tsx")) return;
    for (const [, target = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import) "(\.[^"]+\.(?:tsx|css))"/g))
      follow(withSlashes(join(dirname(file), target)));
  };
  for (const file of start) follow(withSlashes(file));
  return new Set([...seen].filter((file) => file.endsWith(".css")));
}

const withSlashes = (file: string) => file.replaceAll("\\", "/");
