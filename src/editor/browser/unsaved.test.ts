import fc from "fast-check";
import { expect, test } from "vitest";
import type { Edit } from "../api/api-types.ts";
import { keysOf, valueAt, withValue } from "../formats/values.ts";
import { addEdit, applyUnsaved, removeSaved, resolveConflict, trimEdit, type Unsaved } from "./unsaved.ts";

const form = {
  values: {
    name: "Ann",
    points: ["a", "b"],
    reviews: [
      { words: "Good", rating: 5 },
      { words: "Fine", rating: 4 },
    ],
  },
};
const [good, fine] = form.values.reviews;
const editsOf = (unsaved: Unsaved) => Object.values(unsaved).map(({ edit }) => edit);
const type = (unsaved: Unsaved, path: string, value: unknown) => addEdit(form, unsaved, path, path, value);

test("what was typed is shown, and typing the saved value again leaves nothing to save", () => {
  const unsaved = type({}, "name", "Bea");
  expect(applyUnsaved(form, unsaved)).toMatchObject({ name: "Bea" });
  expect(editsOf(unsaved)).toEqual([{ path: "name", was: "Ann", value: "Bea" }]);
  expect(editsOf(type(unsaved, "name", "Ann"))).toEqual([]);
  expect(editsOf(trimEdit(type(unsaved, "name", " Ann "), "name"))).toEqual([]);
});

test("the fields of one entry are one edit of the entry, and what is typed in a new one is part of the list", () => {
  const entry = type(type({}, "reviews/1/words", "Kind"), "reviews/1/rating", 5);
  expect(editsOf(entry)).toEqual([{ path: "reviews/1", was: fine, value: { words: "Kind", rating: 5 } }]);
  const added = type(type(entry, "reviews", [good, fine, { words: "" }]), "reviews/2/words", "New");
  expect(editsOf(added)).toEqual([{ path: "reviews", was: [good, fine], value: [good, fine, { words: "New" }] }]);
});

test("a list that takes in the edit of an entry still says what was seen of that entry", () => {
  const entry = type({}, "reviews/0/words", "Kind");
  const changed = { values: { ...form.values, reviews: [{ words: "Theirs", rating: 5 }, fine] } };
  const moved = addEdit(changed, entry, "reviews", "Reviews", [fine, { words: "Kind", rating: 5 }]);
  expect(editsOf(moved)).toMatchObject([{ path: "reviews", was: [good, fine] }]);
});

test("an edit of an entry that no longer exists is not shown at another one", () => {
  expect(applyUnsaved(form, type({}, "reviews/4/words", "Lost"))).toEqual(form.values);
});

test("after a conflict either the other value stays, or hers replaces the one that she has seen", () => {
  const conflict = { file: "a", title: "A", path: "name", label: "Name", current: "Cem", mine: "Bea", other: "Cem" };
  const edit = { path: "name", was: "Ann", value: "Bea" };
  const unsaved: Unsaved = { name: { edit, label: "Name", conflict } };
  expect(resolveConflict(unsaved, "name", "other")).toEqual({});
  expect(resolveConflict(unsaved, "name", "mine").name).toEqual({ edit: { ...edit, was: "Cem" }, label: "Name" });
});

/** Types, saves and refuses in any order. A save takes its time, and typing goes on meanwhile. */
const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant("type" as const),
      path: fc.constantFrom("name", "points/0", "points/1", "reviews/0/words"),
      value: fc.constantFrom("a", "b", "Ann", "", "Good"),
    }),
    fc.record({ do: fc.constantFrom("send" as const, "saved" as const, "refused" as const) }),
  ),
  { maxLength: 40 },
);

test("however typing and saving overlap, the form shows the last words typed, and each edit says what the file has", () => {
  fc.assert(
    fc.property(steps, (list) => {
      let current: { values: unknown } = form;
      let unsaved: Unsaved = {};
      let sent: Edit | undefined;
      const last = new Map<string, string>();
      for (const step of list) {
        if (step.do === "type") {
          unsaved = addEdit(current, unsaved, step.path, step.path, step.value, sent && [sent.path]);
          last.set(step.path, step.value);
        } else if (step.do === "send") sent ??= editsOf(unsaved)[0];
        else if (sent) {
          if (step.do === "saved") {
            expect(valueAt(current.values, keysOf(sent.path))).toEqual(sent.was);
            current = { values: withValue(current.values, sent.path, sent.value) };
            unsaved = removeSaved(unsaved, sent, current);
          }
          sent = undefined;
        }
        const shown = applyUnsaved(current, unsaved);
        for (const [path, value] of last) expect(valueAt(shown, keysOf(path))).toBe(value);
      }
    }),
    { numRuns: 1_000 },
  );
});
