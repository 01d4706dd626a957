import { expect, test } from "vitest";
import { importedSheets, sheetUsers } from "./sheet-users.ts";

test("the message that a page cannot be loaded uses only the style of all pages, since it may come up on any", () => {
  const sheets = [...importedSheets(["src/site/failure-message.tsx"])];
  expect(sheets).toContain("src/site/parts/layout.module.css");
  expect(sheets.filter((sheet) => sheetUsers().has(sheet))).toEqual([]);
});
