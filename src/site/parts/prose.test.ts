import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Text } from "./prose.tsx";

test.each([
  ["for 15-60 minutes", ["15-60"]],
  ["red light at 630-660nm", ["630-660nm"]],
  ["usually Mon-Fri 10-6 and Sat-Sun 11-5", ["Mon-Fri 10-6", "Sat-Sun 11-5"]],
  ["Tue, Wed and Fri 9.30-5.30", ["30-5"]],
  ["call 780-555-0100 before 2026-11-16", []],
])("%s is divided outside its ranges only", (words, kept) => {
  const html = renderToStaticMarkup(createElement(Text, null, words));
  expect(Array.from(html.matchAll(/<span[^>]*>(.*?)<\/span>/g), ([, range]) => range)).toEqual(kept);
  expect(html.replaceAll(/<[^>]*>/g, "")).toBe(words);
});
