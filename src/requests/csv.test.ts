import { expect, it } from "vitest";
import { sampleStored } from "../../tests/kit/sample-request.ts";
import { csvHeader, csvRow } from "./csv.ts";
import { mapFields } from "./request.ts";

const rowOf = (message: string) => csvRow(sampleStored({ message }), "Etc/UTC");

/** A spreadsheet would run each of these as a formula, wherever it begins a cell. */
const formulas = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(1)",
  "a;=1+1",
  'a;"=1+1',
  'a";=1+1',
  "a\t-1",
  "a\n=1+1",
  "a\r\n =1+1",
  "a;;+1",
];

it("An export reads as snapshots/export.csv: times on the studio's clock, every field, quotes doubled, formulas as text, no control characters", async () => {
  const request = sampleStored({
    ...mapFields((field) => `the "${field}"`),
    deliveredAt: 61_000,
    flags: ["trap", "limit"],
    note: 'the "note"',
  });
  const judged = sampleStored({ flags: ["trap"], verdict: "real", note: "Booked" });
  const texts = ["Hello,\n\nis parking close?\n\n\nAna", "one\r\ntwo", "a\u001b[2Jb\n\tc", ...formulas];
  const rows = [csvHeader, csvRow(request, "Etc/UTC"), csvRow(judged, "Etc/UTC"), ...texts.map(rowOf)];
  // Line ends within a cell are shown, as a text editor would hide them.
  const shown = rows.map(
    (row) => `${row.slice(0, -2).replaceAll("\r", "\\r").replaceAll("\n", "\\n")}${row.slice(-1)}`,
  );
  await expect(shown.join("")).toMatchFileSnapshot("./snapshots/export.csv");
  expect(rows.every((row) => row.endsWith("\r\n"))).toBe(true);
});
