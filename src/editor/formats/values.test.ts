import { expect, test } from "vitest";
import { applyStep, type Step, stepsBetween } from "./steps.ts";
import { CannotWrite, showsField, withValue } from "./values.ts";

test.each<[unknown, unknown, Step[]]>([
  [{ a: 1 }, { a: null }, [{ do: "set", path: "a", value: null }]],
  [{ a: 1, b: 2 }, { b: 2 }, [{ do: "set", path: "a", value: undefined }]],
  [{}, { a: { b: 1 } }, [{ do: "set", path: "a", value: { b: 1 } }]],
  [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, [{ do: "set", path: "a/0/b", value: 2 }]],
  [{ a: ["x", "y"] }, { a: ["x", "z", "y"] }, [{ do: "add", path: "a", at: 1, value: "z" }]],
  [{ a: ["x", "y", "z"] }, { a: ["x", "z"] }, [{ do: "remove", path: "a", at: 1 }]],
  [{ a: ["x", "y", "z"] }, { a: ["y", "z", "x"] }, [{ do: "move", path: "a", from: 0, to: 2 }]],
  [{ a: ["x", "y", "z"] }, { a: ["z", "x", "y"] }, [{ do: "move", path: "a", from: 2, to: 0 }]],
  [
    { a: ["x", "y", "z"] },
    { a: ["u", "v"] },
    [
      { do: "remove", path: "a", at: 2 },
      { do: "set", path: "a/0", value: "u" },
      { do: "set", path: "a/1", value: "v" },
    ],
  ],
])("the steps from %j to %j are %j, and they lead there", (before, after, steps) => {
  expect(stepsBetween("", before, after)).toEqual(steps);
  const unchanged = structuredClone(before);
  expect(steps.reduce(applyStep, before)).toEqual(after);
  expect(before).toEqual(unchanged);
});

test.each([
  [{ a: ["x"] }, "a/1"],
  [{ a: "text" }, "a/b"],
])("in %j there is no place for a value at %s", (values, path) => {
  expect(() => withValue(values, path, 1)).toThrow(CannotWrite);
});

test("a part of a file that is an entry of its own is in no other, and what is said of the whole file is in the rest", () => {
  const [rest, part] = [
    { files: ["studio.yaml"], except: ["replies"] },
    { files: ["studio.yaml"], only: ["replies"] },
  ];
  const shownIn = (path: string) => [rest, part].map((entry) => showsField(entry, { file: "studio.yaml", path }));
  expect(["replies/0/label", "phone", ""].map(shownIn)).toEqual([
    [false, true],
    [true, false],
    [true, false],
  ]);
});
