import * as v from "valibot";

/** What the page may send. A type is erased when the program runs, so each body is checked against one of these. */
/** No name in a path may be one that every object has, as an edit there would change all of them. */
const path = v.pipe(
  v.string(),
  v.check((names) => !names.split("/").some((name) => name === "__proto__" || name in Object.prototype)),
);
const index = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * One edit. `path` leads to the value; for add, take and move it leads to the list. Drafts are stored with
 * these kinds, so "settle" (confirm a source), "take" (remove an entry) and "choose" (switch fields) keep their names.
 */
const edit = v.variant("do", [
  // null removes an optional line, and is written for a nullable one
  v.object({ do: v.literal("set"), path, value: v.unknown() }),
  // for a fact or a group with a source
  v.object({ do: v.literal("settle"), path }),
  v.object({ do: v.literal("add"), path, at: index, value: v.unknown() }),
  v.object({ do: v.literal("take"), path, at: index }),
  v.object({ do: v.literal("move"), path, from: index, to: index }),
  // for a one-of
  v.object({ do: v.literal("choose"), path, from: path, to: path, value: v.unknown() }),
]);
export type Edit = v.InferOutput<typeof edit>;

const file = v.string();
const version = v.string();

export const check = v.object({ file, edits: v.array(edit) });
export type CheckRequest = v.InferOutput<typeof check>;

/** A page, and the unsaved edits of one window, by file. */
export const preview = v.object({ path: v.string(), edits: v.record(v.string(), v.array(edit)) });
export type PreviewRequest = v.InferOutput<typeof preview>;

export const save = v.object({
  ...check.entries,
  version,
  /** After a conflict, the texts that the owner did not choose. The history stores them under this key. */
  left: v.exactOptional(v.array(v.object({ label: v.string(), words: v.string() }))),
});
export type SaveRequest = v.InferOutput<typeof save>;

export const savePicture = v.object({
  id: v.string(),
  /** The picture that it replaces, or a new name. */
  name: v.string(),
  alt: v.string(),
  focus: v.nullable(v.tuple([v.number(), v.number()])),
  /** Whether it shows a person, who has given consent; null while the owner has not answered. */
  person: v.nullable(v.boolean()),
  /** Phones show the new picture too, in place of one of their own. */
  phone: v.exactOptional(v.literal("same")),
  /** The version of images.yaml. */
  version,
});
export type SavePictureRequest = v.InferOutput<typeof savePicture>;

export const discardDraft = v.object({ file, path });
export type DiscardDraftRequest = v.InferOutput<typeof discardDraft>;

export const undo = v.object({
  id: v.string(),
  /** Undoes this change and all later ones. */
  since: v.exactOptional(v.boolean()),
});
export type UndoRequest = v.InferOutput<typeof undo>;

export const launch = v.object({ initials: v.string() });
