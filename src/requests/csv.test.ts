import { expect, it } from "vitest";
import { sampleStored } from "../../tests/kit/sample-request.ts";
import { csvHeader, csvRow } from "./csv.ts";
import { fields, mapFields } from "./request.ts";

const rowOf = (message: string) => csvRow(sampleStored({ message }), "Etc/UTC", false);

it("A value that a spreadsheet would run as a formula is exported as text, wherever a cell may begin", () => {
  for (const text of ["=1+1", "+1", "@SUM(1)"]) expect(rowOf(text)).toContain(`"'${text}"`);
  for (const text of ["a;=1+1", "a\n=1+1", "a\r\n =1+1"]) {
    expect(rowOf(text)).toContain(`"${text.replace("=", "'=")}"`);
  }
});

it("No line begins a formula when a program splits it at semicolons, tabs or lines", () => {
  for (const text of ["a;=1+1", 'a;"=1+1', 'a";=1+1', "a; @SUM(A1)", "a\t-1", "a\n=1+1", "a;;+1"]) {
    for (const cell of rowOf(text).split(/[;\t]|\r?\n/))
      expect(cell.replace(/^[\s"]*/, ""), text).not.toMatch(/^[=+\-@]/);
  }
});

it("A message of nothing but separators takes no longer than its length", () => {
  for (const character of ["\n", "\t", ";", '"'])
    expect(rowOf(`${character.repeat(200_000)}a`).length).toBeGreaterThan(200_000);
  expect(rowOf(`a${" \n".repeat(100_000)}=1`)).toContain("\n'=1");
});

it("Blank lines are exported unchanged", () => {
  for (const text of ["Hello,\n\nis parking close?\n\n\nAna", "one\r\ntwo"]) expect(rowOf(text)).toContain(`"${text}"`);
});

it("A row has the times on the studio's clock, empty where there is none, the flags and every field", () => {
  const request = sampleStored({
    ...mapFields((field) => `the "${field}"`),
    deliveredAt: 61_000,
    flags: ["trap", "limit"],
  });
  const values = ["K7QF3M2P", "1970-01-01 00:00", "1970-01-01 00:01", "", "trap limit"];
  const texts = [...values, ...fields.map((field) => `the ""${field}""`)];
  expect(csvRow(request, "Etc/UTC", false)).toBe(`${texts.map((text) => `"${text}"`).join(",")}\r\n`);
  const names = ["reference", "received", "delivered", "answered", "suspect", ...fields];
  expect(csvHeader).toBe(`${names.map((name) => `"${name}"`).join(",")}\r\n`);
});

it("On a terminal no control character is left but line ends and tabs", () => {
  const request = sampleStored({ message: "a\u001b[2Jb\n\tc" });
  expect(csvRow(request, "Etc/UTC", true)).toContain('"a[2Jb\n\tc"');
  expect(csvRow(request, "Etc/UTC", false)).toContain("\u001b");
});
