import fc from "fast-check";
import { expect, test } from "vitest";
import type { Draft, Edit } from "../api/api-types.ts";
import { applyEdit, valueAt } from "../formats/values.ts";
import { addTyped, applyUnsaved, createQueue, removeSent, type Unsaved, withDrafts } from "./unsaved.ts";

const set = (path: string, value: unknown): Edit => ({ do: "set", path, value });
const draft = (path: string, edits: Edit[]): Draft => ({ file: "a", path, label: path, edits, problems: [] });
const form = { version: "1", values: { name: "Ann", points: ["a", "b"], reviews: [{ words: "Good" }] }, drafts: [] };
const typed = (unsaved: Unsaved) => Object.values(unsaved.edits).map(({ edit }) => edit);

test("what was typed is shown, and typing the saved value again leaves nothing to save", () => {
  const unsaved = addTyped(form, undefined, "name", "Name", "Bea");
  expect(applyUnsaved(form, unsaved)).toMatchObject({ name: "Bea" });
  expect(typed(addTyped(form, unsaved, "name", "Name", "Ann"))).toEqual([]);
});

test("a value that is a draft already is nothing to save", () => {
  const drafted = { ...form, drafts: [draft("name", [set("name", "")])] };
  expect(typed(addTyped(drafted, undefined, "name", "Name", ""))).toEqual([]);
  expect(typed(addTyped(drafted, undefined, "name", "Name", "Ann"))).toEqual([set("name", "Ann")]);
});

test("a field of a new list entry is sent with the draft of that entry, and another field is not", () => {
  const entry = draft("reviews", [{ do: "add", path: "reviews", at: 1, value: { words: "" } }]);
  const other = draft("name", [set("name", "")]);
  const own = [set("reviews/1/words", "Kind")];
  expect(withDrafts({ drafts: [other, entry] }, own)).toEqual({ drafts: [entry], edits: [...entry.edits, ...own] });
});

test("a draft that is overwritten is not sent", () => {
  const drafts = [draft("name", [set("name", "")])];
  expect(withDrafts({ drafts }, [set("name", "Bea")])).toEqual({ drafts, edits: [set("name", "Bea")] });
});

test("a draft of an entry that no longer exists is skipped", () => {
  const gone = { ...form, drafts: [draft("reviews/4/words", [set("reviews/4/words", "Lost")])] };
  expect(applyUnsaved(gone, undefined)).toEqual(form.values);
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

test("however typing and saving overlap, the form shows the last words typed in each field", () => {
  fc.assert(
    fc.property(steps, (list) => {
      let current: Omit<typeof form, "drafts"> & { drafts: Draft[] } = form;
      let unsaved: Unsaved | undefined;
      let sent: { own: Edit[]; edits: Edit[]; drafts: Draft[] } | undefined;
      const last = new Map<string, string>();
      for (const step of list) {
        if (step.do === "type") {
          unsaved = addTyped(current, unsaved, step.path, step.path, step.value, sent?.own);
          last.set(step.path, step.value);
        } else if (step.do === "send") {
          const [own] = unsaved ? typed(unsaved) : [];
          if (own && !sent) sent = { own: [own], ...withDrafts(current, [own]) };
        } else if (sent) {
          const { own, edits, drafts } = sent;
          const others = current.drafts.filter((one) => !drafts.includes(one));
          const path = own[0]?.path ?? "";
          current =
            step.do === "saved"
              ? { ...current, values: edits.reduce(applyEdit, current.values) as typeof form.values, drafts: others }
              : { ...current, drafts: [...others, draft(path, edits)] };
          unsaved = unsaved && removeSent(unsaved, own);
          sent = undefined;
        }
        const shown = applyUnsaved(current, unsaved);
        for (const [path, value] of last)
          expect(
            valueAt(
              shown,
              path.split("/").map((key) => (/\d/.test(key) ? Number(key) : key)),
            ),
          ).toBe(value);
      }
    }),
    { numRuns: 1_000 },
  );
});

test("the queue runs one after the other, and goes on after a failure", async () => {
  const enqueue = createQueue();
  const order: string[] = [];
  const release = Promise.withResolvers<void>();
  const first = enqueue(async () => {
    await release.promise;
    order.push("first");
    throw new Error("refused");
  });
  const second = enqueue(async () => void order.push("second"));
  release.resolve();
  await expect(first).rejects.toThrow("refused");
  await second;
  expect(order).toEqual(["first", "second"]);
});
