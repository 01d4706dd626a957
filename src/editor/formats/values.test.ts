import { expect, test } from "vitest";
import { showsField } from "./values.ts";

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
