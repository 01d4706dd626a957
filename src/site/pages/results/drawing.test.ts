import { describe, expect, test } from "vitest";
import { concerns } from "../../../content/schemas/studio-schemas.ts";
import { countSteps, drawMarks } from "./drawing.ts";

/** Each mark begins with a move. */
const count = (path: string) => path.match(/[Mm]/g)?.length ?? 0;

describe.each(concerns)("the drawing of %s", (concern) => {
  const marks = drawMarks(concern, 0);

  test("keeps between a third and all of each kind of mark, finer and no darker", () => {
    for (const { stays, goes, width, opacity } of marks) {
      const share = count(stays) / (count(stays) + count(goes));
      expect(share).toBeGreaterThan(0.33);
      expect(width[1]).toBeLessThanOrEqual(width[0]);
      expect(opacity[1]).toBeLessThanOrEqual(opacity[0]);
    }
    const change = marks.some(({ goes, width }) => goes || width[1] < width[0]);
    expect(change).toBe(true);
  });

  test("is the same at every build, and another on another card", () => {
    expect(drawMarks(concern, 0)).toEqual(marks);
    expect(drawMarks(concern, 1)).not.toEqual(marks);
  });

  test("begins within its square and draws with numbers alone", () => {
    for (const path of marks.flatMap(({ stays, goes }) => [stays, goes]).filter(Boolean)) {
      const [, x, y] = /^M(-?\d+) (-?\d+)/.exec(path) ?? [];
      expect(Math.min(Number(x), Number(y))).toBeGreaterThanOrEqual(-8);
      expect(Math.max(Number(x), Number(y))).toBeLessThanOrEqual(208);
      expect(path).toMatch(/^[Mmhlqca\d\s.-]+$/);
    }
  });
});

test.each([
  ["6 sessions", 6],
  ["Series of 3", 3],
  ["12 weeks", 12],
  ["18 months", 0],
  ["a winter", 0],
])("%s has %i marks between before and after", (duration, steps) => {
  expect(countSteps(duration)).toBe(steps);
});
