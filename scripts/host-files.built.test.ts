import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openPages } from "../server/pages.ts";
import { built, builtPages } from "./built-pages.ts";

const rules = readFileSync(join(built, "_headers"), "utf8")
  .trim()
  .split(/\n(?=\/)/)
  .map((rule) => {
    const [path = "", ...lines] = rule.split("\n");
    return {
      path,
      headers: lines.map(
        (line) =>
          line
            .trim()
            .split(/: (.*)/s)
            .slice(0, 2) as [string, string],
      ),
    };
  });

/** What a static host would send with an address, by every rule that matches it. */
const hosted = (path: string) =>
  rules
    .filter((rule) => (rule.path.endsWith("*") ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path))
    .flatMap(({ headers }) => headers);

/** What server/ sends with it over TLS. */
function served(path: string): Record<string, string> {
  let sent: Record<string, string> = {};
  const response = {
    writeHead(_: number, list: string[]) {
      sent = Object.fromEntries(list.flatMap((name, at) => (at % 2 ? [] : [[name, list[at + 1] ?? ""]])));
      return response;
    },
    end() {},
  };
  const pages = openPages(built, { secure: true });
  pages.answer({ method: "GET", url: path, headers: {} } as IncomingMessage, response as unknown as ServerResponse);
  return sent;
}

const ofTheFile = ["Content-Type", "Content-Length", "ETag", "Vary"];

test.each(["/", "/about", "/treatments/diode-laser", "/contact"])(
  "a static host sends what the server sends with %s",
  (path) => {
    const expected = Object.entries(served(path)).filter(([name]) => !ofTheFile.includes(name));
    expect(hosted(path).sort()).toEqual(expected.sort());
  },
);

test("no two rules give one address the same header, as hosts would join the values", () => {
  for (const { path } of builtPages()) {
    const names = hosted(path).map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
  }
});

test("every rule stays within what hosts read", () => {
  expect(rules.length).toBeLessThanOrEqual(100);
  for (const { headers } of rules) for (const [, value] of headers) expect(value.length).toBeLessThan(2000);
});

test("the page for unknown addresses carries its policy itself", () => {
  const page = builtPages().find(({ path }) => path === "/404");
  expect(page?.html).toMatch(
    /<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src/,
  );
});
