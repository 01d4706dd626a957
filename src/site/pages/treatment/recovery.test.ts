import { expect, test } from "vitest";
import { columnsOf } from "./recovery.tsx";

/** Heads: Visit, Night, 1 day, 2, 3, 5, 7, 14+. Light ends at the head of the day on which the effect is gone. */
test.each([
  ["hours", { holds: 0, gone: 0 }, [0, 1, 0]],
  ["hours, up to 3 days", { holds: 0, gone: 3 }, [0, 1, 3]],
  ["a day", { holds: 1, gone: 1 }, [0, 2, 0]],
  ["1 to 2 weeks", { holds: 7, gone: 14 }, [0, 6, 1]],
  ["a day between two heads", { holds: 7, gone: 10 }, [0, 6, 1]],
  ["up to two weeks", { holds: 0, gone: 14 }, [0, 1, 6]],
  ["months", { holds: 14, gone: 90 }, [0, 7, 1]],
  ["months without an end", { holds: 90, gone: 90 }, [0, 8, 0]],
  ["from the fifth day, for weeks", { begins: 5, holds: 14, gone: 90 }, [5, 2, 1]],
  ["from a day after two weeks", { begins: 20, holds: 20, gone: 30 }, [7, 1, 0]],
])("%s: columns that stay dark, hold and fade", (_, days, [dark, lit, fading]) => {
  expect(columnsOf(days)).toEqual({ dark, lit, fading });
});

test("words without a figure have no light", () => {
  expect(columnsOf({})).toBeUndefined();
  expect(columnsOf({ begins: 2 })).toBeUndefined();
});
