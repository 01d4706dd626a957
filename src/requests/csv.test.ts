import { expect, it } from "vitest";
import { sampleStored } from "../../tests/kit/sample-request.ts";
import { csvRow } from "./csv.ts";

const rowOf = (message: string) => csvRow(sampleStored({ message }), "Etc/UTC", false);

it("marks what a spreadsheet would run as text, wherever it may begin a cell", () => {
  for (const text of ["=1+1", "+1", "@SUM(1)"]) expect(rowOf(text)).toContain(`"'${text}"`);
  for (const text of ["a;=1+1", "a\n=1+1", "a\r\n =1+1"]) {
    expect(rowOf(text)).toContain(`"${text.replace("=", "'=")}"`);
  }
});

it("leaves blank lines as they were written", () => {
  for (const text of ["Hello,\n\nis parking close?\n\n\nAna", "one\r\ntwo"]) expect(rowOf(text)).toContain(`"${text}"`);
});
