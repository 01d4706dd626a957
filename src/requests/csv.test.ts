import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { sampleStored } from "../../tests/kit/sample-request.ts";
import { csvRows } from "./csv.ts";
import { mapFields } from "./request.ts";

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
  const stored = [request, judged, ...texts.map((message) => sampleStored({ message }))];
  const rows: string[] = await Readable.from(
    csvRows({ list: async (after) => (after ? [] : stored) }, "Etc/UTC"),
  ).toArray();
  // Line ends within a cell are shown, as a text editor would hide them.
  const shown = rows.map(
    (row) => `${row.slice(0, -2).replaceAll("\r", "\\r").replaceAll("\n", "\\n")}${row.slice(-1)}`,
  );
  await expect(shown.join("")).toMatchFileSnapshot("./snapshots/export.csv");
  expect(rows.every((row) => row.endsWith("\r\n"))).toBe(true);
});
