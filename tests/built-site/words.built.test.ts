import { expect, test } from "vitest";
import { readBuiltPages } from "./built-pages.ts";

/** Attributes that tell people something, or the programs that read a page aloud or fill in its fields. */
const telling = /^(href|target|rel|alt|aria-label|for|type|autocomplete|required|placeholder|value)$/i;
/** Elements without such an attribute: those within a line, and those that only begin one. */
const inLine = /^(b|i|small|span|strong|svg|wbr)$/;
const group =
  /^(address|article|br|body|div|dl|figure|footer|form|header|main|nav|ol|p|picture|section|source|table|tbody|thead|tr|ul)$/;

/** What a page says, line by line: its words, what they are (a heading, a term, a field), and where its links lead. */
const toLines = (html: string) =>
  html
    .replaceAll(/<!-- -->|(?<=<svg[^>]*>).*?<\/svg>|<source[^>]*>/g, "")
    .replaceAll(/(data-year="true">)\d+/g, "$1(year)")
    .replaceAll(/<(\/?)(\w+)([^>]*)>/g, (_, closing: string, name: string, attributes: string) => {
      const told = [...attributes.matchAll(/ ([\w-]+)="[^"]*"/g)].filter(([, attribute = ""]) =>
        telling.test(attribute),
      );
      const element = [name, ...told.map(([text]) => text)].join("");
      if (name === "a") return `<${closing}${element}>`;
      if (inLine.test(element)) return "";
      return closing || group.test(element) ? "\n" : `\n<${element}>`;
    })
    .replaceAll(/(<(?:dd|li|summary|th)>)\s+/g, "$1")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line);

const pages = readBuiltPages().map(({ path, html }) => {
  const [before = "", main = "", after = ""] = html.slice(html.indexOf("<body")).split(/(?=<main)|(?<=<\/main>)/);
  return { path, main: toLines(main), frame: toLines(before + after) };
});
const first = pages.find(({ path }) => path === "/")?.frame ?? [];

test.each(pages)("$path says what its studio has written, and its links lead on", async ({ path, main, frame }) => {
  const [heading, around] =
    path === "/"
      ? ["Around it:", frame]
      : ["Around it, unlike the first page:", frame.filter((line) => !first.includes(line))];
  const file = path.slice(1).replaceAll("/", "-") || "home";
  const text = [...main, "", heading, ...around, ""].join("\n");
  await expect(text).toMatchFileSnapshot(`snapshots/pages/${file}.txt`);
});
