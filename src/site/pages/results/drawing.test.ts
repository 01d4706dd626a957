import { expect, test } from "vitest";
import { concerns } from "../../../content/schemas/studio-schemas.ts";
import { drawCourse, strip } from "./drawing.ts";

/** The ink of each third of the strip: how far its strokes and waves go up or along. */
function inkOfThirds(path: string) {
  const thirds = [0, 0, 0];
  let x = 0;
  for (const [, command = "", numbers = ""] of path.matchAll(/([Mmqhl])([^Mmqhl]*)/g)) {
    const [first = 0, second = 0, third = 0, fourth = 0] = (numbers.match(/-?\d+/g) ?? []).map(Number);
    if (command === "M") x = first;
    const ink = { q: Math.abs(second) + Math.abs(fourth), h: first, l: first }[command] ?? 0;
    const part = Math.min(2, Math.floor((3 * x) / strip.width));
    thirds[part] = (thirds[part] ?? 0) + ink;
    if (command === "q") x += third;
  }
  return thirds;
}

test.each(concerns)("the course of %s shows less in its last third than in its first, and not nothing", (concern) => {
  const path = drawCourse(concern, 3);
  expect(path).toMatch(/^(M[\d ]+([qhlm][\d .-]+)+)+$/);
  const [first = 0, , last = 0] = inkOfThirds(path);
  expect(last).toBeLessThan(0.75 * first);
  expect(last).toBeGreaterThan(0.15 * first);
});
