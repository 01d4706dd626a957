import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endpoint } from "../../src/requests/request.ts";
import { attributeValues, type BuiltPage, builtFolder, builtOrigin, readBuiltPages } from "./built-pages.ts";

const pages = readBuiltPages();
const site = builtOrigin();
const anchors = new Map(pages.map(({ path, html }) => [path, new Set(attributeValues(html, "\\w+", "id"))]));

/** Lists everything that a page links to or loads, structured data included. */
function linkTargets({ html }: BuiltPage): string[] {
  const sets = [...attributeValues(html, "\\w+", "srcSet"), ...attributeValues(html, "\\w+", "imageSrcSet")];
  return [
    ...attributeValues(html, "(?:a|link|use)", "href"),
    ...attributeValues(html, "(?:img|script)", "src"),
    ...attributeValues(html, "form", "action"),
    ...attributeValues(html, 'meta[^>]* property="og:(?:image|url)"', "content"),
    ...sets.flatMap((set) => set.split(", ").map((one) => one.split(" ")[0] ?? "")),
    ...[...html.matchAll(/url\(["']?([^"')$]+)/g)].map(([, url = ""]) => url),
    ...[...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, url = ""]) => url),
    ...[...html.matchAll(/"((?:https?:\/\/localhost|https:\/\/)[^"\s]+)"/g)].map(([, url = ""]) => url),
  ];
}

/** Returns what is wrong with a target, if anything. */
function linkProblem(target: string, page: BuiltPage): string | undefined {
  if (/^(mailto:[^\s@]+@[^\s@]+|tel:(?:\+\d{7,15}|\d{3}))$/.test(target)) return undefined;
  const url = new URL(target, site + page.path);
  if (url.origin !== site) return url.protocol === "https:" ? undefined : "is not https";
  if (url.pathname === endpoint) return undefined;
  const ids = anchors.get(url.pathname);
  if (!ids) return isFile(url.pathname) ? undefined : "leads nowhere";
  // In structured data a fragment is an id, not an anchor on the page.
  const anchor = /^#(business|website|page|breadcrumb|service|list|practitioner)?$/.test(url.hash)
    ? ""
    : url.hash.slice(1);
  return !anchor || ids.has(anchor) ? undefined : "names a place that is not on that page";
}

const isFile = (path: string) => {
  const file = join(builtFolder, decodeURIComponent(path));
  return existsSync(file) && statSync(file).isFile();
};

test.each(pages)("everything $path leads to exists", (page) => {
  const all = linkTargets(page);
  expect(all.length).toBeGreaterThan(10);
  const problems = all.map((target) => ({ target, reason: linkProblem(target, page) })).filter(({ reason }) => reason);
  expect(problems).toEqual([]);
});

/** The links of a page that call or whose words are a number, and whether they dial another number than they name. */
function callProblems({ html }: BuiltPage) {
  const links = [...html.matchAll(/<a\s[^>]*\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, target = "", inner = ""]) => {
    const words = inner.replace(/<[^>]*>/g, "").trim();
    return { target, words, digits: words.replace(/\D/g, "") };
  });
  return links
    .filter(({ target, words, digits }) => digits.length > 2 && (/^tel:/.test(target) || /^[\d\s()+.-]+$/.test(words)))
    .map(({ target, words, digits }) => {
      // A number of a country is written with a zero, or without the country, and dialled with the country.
      const dialled = digits.length > 3 ? new RegExp(`^tel:\\+\\d{0,3}${digits.replace(/^0/, "")}$`) : /^$/;
      return { words, target, isWrong: target !== `tel:${digits}` && !dialled.test(target) };
    });
}

test("a number that a visitor can tap is the number that is dialled, also in an emergency", () => {
  const calls = pages.flatMap(callProblems);
  expect(calls).not.toEqual([]);
  expect(calls.filter(({ isWrong }) => isWrong)).toEqual([]);
});

test("a visitor finds every page by a link from another one", () => {
  const isLinked = (path: string) =>
    pages.some((page) => page.path !== path && attributeValues(page.html, "a", "href").includes(path));
  const unlinked = pages.map(({ path }) => path).filter((path) => path !== "/404" && !isLinked(path));
  expect(unlinked, "a page is linked in site.yaml of its studio, or by another page").toEqual([]);
});
