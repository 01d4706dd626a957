import { expect, test } from "vitest";
import { columnsOf } from "./recovery.tsx";

/** Heads: Visit, Night, 1 day, 2, 3, 5, 7, 14+. Light ends at the head of the day on which the effect is gone. */
test.each([
  ["hours", { holds: 0, gone: 0 }, [0, 1, 0]],
  ["hours, up to 3 days", { holds: 0, gone: 3 }, [0, 1, 3]],
  ["a day", { holds: 1, gone: 1 }, [0, 2, 0]],
  ["1 to 2 weeks", { holds: 7, gone: 14 }, [0, 6, 1]],
  ["a day between two heads", { holds: 7, gone: 10 }, [0, 6, 1]],
  ["months without an end", { holds: 90, gone: 90 }, [0, 8, 0]],
  ["from the fifth day, for weeks", { begins: 5, holds: 14, gone: 90 }, [5, 2, 1]],
  ["words without a figure", { begins: 2 }, undefined],
])("%s: columns that stay dark, hold and fade", (_, days, columns) => {
  const { dark, lit, fading } = columnsOf(days) ?? {};
  expect([dark, lit, fading]).toEqual(columns ?? [undefined, undefined, undefined]);
});
