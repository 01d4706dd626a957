import { expect, test } from "vitest";
import { concerns } from "../../../content/schemas/studio-schemas.ts";
import { drawMarks } from "./drawing.ts";

/** Each mark begins with a move. */
const count = (path: string) => path.match(/[Mm]/g)?.length ?? 0;

test.each(concerns)("the drawing of %s keeps a third or more of each kind of mark, finer and no darker", (concern) => {
  const marks = drawMarks(concern, 0);
  for (const { stays, goes, width, opacity } of marks) {
    expect(count(stays) / (count(stays) + count(goes))).toBeGreaterThan(0.33);
    expect(width[1]).toBeLessThanOrEqual(width[0]);
    expect(opacity[1]).toBeLessThanOrEqual(opacity[0]);
    expect(stays + goes).toMatch(/^[Mmhlqca\d\s.-]+$/);
  }
  expect(marks.some(({ goes, width }) => goes || width[1] < width[0])).toBe(true);
  expect(drawMarks(concern, 0)).toEqual(marks);
  expect(drawMarks(concern, 1)).not.toEqual(marks);
});
