import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = "docs/decisions";
const records = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
const index = readFileSync(`${folder}/README.md`, "utf8");

test.each(records)("%s has a title, a date, a status and a line in the index", (name) => {
  const [title = "", blank, statusLine = ""] = readFileSync(`${folder}/${name}`, "utf8").split("\n");
  const [, number, heading] = /^# (\d+)\. (.+)$/.exec(title) ?? [];
  expect(Number(name.slice(0, 4))).toBe(Number(number));
  expect(blank).toBe("");
  const [, date, status] =
    /^Date: (\d{4}-\d\d-\d\d) · Status: (accepted|replaced (?:in part )?by \d+)$/.exec(statusLine) ?? [];
  expect([date, status]).not.toContain(undefined);
  expect(index).toContain(`| [${number}](${name}) | ${heading} | ${date} | ${status} |`);
});

test("the index lists nothing else", () => {
  expect(index.match(/^\| \[/gm)).toHaveLength(records.length);
});
