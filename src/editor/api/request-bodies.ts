import * as v from "valibot";
import type {
  CheckRequest,
  DiscardDraftRequest,
  Edit,
  PreviewRequest,
  SavePictureRequest,
  SaveRequest,
  UndoRequest,
} from "./api-types.ts";

/** What the page may send. A type is erased when the program runs, so each body is checked against one of these. */
/** No name in a path may be one that every object has, as an edit there would change all of them. */
const path = v.pipe(
  v.string(),
  v.check((names) => !names.split("/").some((name) => name === "__proto__" || name in Object.prototype)),
);
const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const key = v.union([path, index]);

const edit: v.GenericSchema<unknown, Edit> = v.variant("do", [
  v.object({ do: v.literal("set"), path, value: v.unknown() }),
  v.object({ do: v.literal("settle"), path }),
  v.object({ do: v.literal("add"), path, at: index, value: v.unknown(), name: v.exactOptional(path) }),
  v.object({ do: v.literal("take"), path, at: key }),
  v.object({ do: v.literal("move"), path, from: index, to: index }),
  v.object({ do: v.literal("choose"), path, from: path, to: path, value: v.unknown() }),
]);

const file = v.string();
const version = v.string();

export const check: v.GenericSchema<unknown, CheckRequest> = v.object({ file, version, edits: v.array(edit) });

export const preview: v.GenericSchema<unknown, PreviewRequest> = v.object({
  edits: v.record(v.string(), v.array(edit)),
});

export const save: v.GenericSchema<unknown, SaveRequest> = v.object({
  ...{ file, version, edits: v.array(edit) },
  left: v.exactOptional(v.array(v.object({ label: v.string(), words: v.string() }))),
});

export const savePicture: v.GenericSchema<unknown, SavePictureRequest> = v.object({
  ...{ id: v.string(), name: v.string(), alt: v.string(), version },
  focus: v.nullable(v.tuple([v.number(), v.number()])),
  person: v.nullable(v.boolean()),
  phone: v.exactOptional(v.literal("same")),
});

export const discardDraft: v.GenericSchema<unknown, DiscardDraftRequest> = v.object({ file, path });

export const undo: v.GenericSchema<unknown, UndoRequest> = v.object({
  id: v.string(),
  since: v.exactOptional(v.boolean()),
});

export const launch = v.object({ initials: v.string() });
