import { expect, it } from "vitest";
import { sampleStored } from "../../tests/kit/sample-request.ts";
import { csvRow } from "./csv.ts";

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

it("Blank lines are exported unchanged", () => {
  for (const text of ["Hello,\n\nis parking close?\n\n\nAna", "one\r\ntwo"]) expect(rowOf(text)).toContain(`"${text}"`);
});
