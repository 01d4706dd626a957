import * as v from "valibot";

/** What the page may send. A type is erased when the program runs, so each body is checked against one of these. */

/** No name in a path may be one that every object has, as an edit there would change all of them. */
const path = v.pipe(
  v.string(),
  v.check((names) => !names.split("/").some((name) => name === "__proto__" || name in Object.prototype)),
);

/**
 * A new value, and the one that the owner saw when she began to change it. The edit of a list, and of one entry of a
 * list, has the whole of it, so that it cannot reach another entry. Null removes what is optional.
 */
const edit = v.object({ path, was: v.optional(v.unknown()), value: v.optional(v.unknown()) });
export type Edit = v.InferOutput<typeof edit>;

export const save = v.object({
  file: v.string(),
  edits: v.array(edit),
  /** Her other edits of this file that could not be saved yet. They are saved with these once they are right together. */
  waiting: v.optional(v.array(edit), []),
  /** What a button did, in words that take the place of a description of the values. */
  told: v.exactOptional(v.object({ label: v.string(), words: v.string() })),
});
export type SaveRequest = v.InferInput<typeof save>;

/** A page, and the unsaved edits of one browser, by file. */
export const preview = v.object({ path: v.string(), edits: v.record(v.string(), v.array(edit)) });
export type PreviewRequest = v.InferOutput<typeof preview>;

export const savePicture = v.object({
  /** An upload that takes its place; null when only what is said of it was changed. */
  id: v.nullable(v.string()),
  /** The picture, or the name of a new one, which becomes that of its file. */
  name: v.string(),
  alt: v.string(),
  focus: v.nullable(v.tuple([v.number(), v.number()])),
  /** The detail that a list shows. That of another picture goes with it. */
  thumbnail: v.exactOptional(v.nullable(v.tuple([v.number(), v.number(), v.number()]))),
  /** Whether it shows a person, who has given consent; null while the owner has not answered. */
  person: v.nullable(v.boolean()),
  /** Phones show the new picture too, in place of one of their own. */
  phone: v.exactOptional(v.literal("same")),
  /** What images.yaml said of the picture when it was opened. */
  was: v.optional(v.unknown()),
});
export type SavePictureRequest = v.InferOutput<typeof savePicture>;

export const undo = v.object({
  id: v.string(),
  /** Undoes this change and all later ones. */
  since: v.exactOptional(v.boolean()),
});
export type UndoRequest = v.InferOutput<typeof undo>;

export const addTreatment = v.object({
  name: v.string(),
  /** The last part of its address. */
  slug: v.string(),
  /** The path that it is at home in, and its line there. */
  path: v.string(),
  line: v.string(),
  related: v.array(v.string()),
  /** The treatment whose words it begins with; null for one that is still to be written. */
  copyOf: v.nullable(v.string()),
});
export type AddTreatmentRequest = v.InferOutput<typeof addTreatment>;

export const removeTreatment = v.object({ slug: v.string() });

export const launch = v.object({ initials: v.string() });
