/**
 * What the editor's page and its server say to each other: types alone. All addresses begin with /edit/api/ and answer
 * JSON. Every POST carries the header `x-editor: 1`, which no page elsewhere can send.
 *
 *   GET  site                      Site
 *   GET  form?file=pages/home.yaml Form
 *   POST check     Changes      -> Checked       while she types; nothing is kept
 *   POST save      Save         -> Saved (200), Kept (422: may not be saved, kept as a draft), Conflict (409)
 *   POST discard-draft DiscardDraftRequest -> Form          puts a draft away
 *   GET  history                   History
 *   POST undo UndoRequest -> Undone (200), Stuck (409: changed again since)
 *   GET  publish                   Publishing
 *   POST publish                -> Publishing    begins; the rest comes as events
 *   POST publish-stop           -> Publishing
 *   POST picture?for=hero          Taken (200), Refused (422). The body is the file, its name is in `x-file-name`
 *                                  (encodeURIComponent). Nothing is changed until it is kept.
 *   GET  picture/hero?width=640    the picture as it is now; also picture/uploads/ID
 *   POST save-picture SavePictureRequest -> Saved (200), Kept (422), Conflict (409)
 *   GET  launch                    Launch
 *   POST launch    { initials } -> Launch
 *   GET  events                    server-sent events, each an `EditorEvent` in `data`
 *
 * Anything else that fails answers `Failed` with a status of 400 or more.
 */

export type Key = string | number;
/** Keys joined by a slash: hours/0/opens. The whole file is "". */
export type Path = string;

/** How a value is put in. A schema that fits none is the nearest: text, group, list or either. */
export type FieldKind =
  | "text" // one line up to 80, an area beyond
  | "fact" // text, or { value, source?, key? }
  | "prose" // Markdown: `marks` says what this place can show
  | "choice" // `choices`; `many` = a list of distinct ones (days, related treatments)
  | "yes-no"
  | "date"
  | "time"
  | "number"
  | "colour"
  | "phone"
  | "email"
  | "link" // a full address elsewhere
  | "page-link" // `choices` are the pages and places that exist
  | "picture" // the name of one of `Site.pictures`
  | "group" // `fields`; value: an object
  | "list" // `item`; value: an array
  | "record" // `item` under free names; value: an object
  | "either" // `options`: the value has the shape of one of them
  | "one-of"; // `options` are fields of the same parent of which exactly one is there

export interface Field {
  kind: FieldKind;
  /** Its own key in its parent; "" for the item of a list, for a file that is one record, and for one-of, which stands in its parent itself. */
  key: string;
  label: string;
  /** For everybody; what stands beside a value in its file is in `Form.notes`. */
  note?: string;
  example?: string;
  optional?: boolean;
  /** Its line stays when it is empty, and says null. */
  nullable?: boolean;
  /** What the page does without it. */
  ifEmpty?: string;
  /** What is said where it is empty and may not be. */
  requiredMessage?: string;
  /** Of a text in characters, of a list in entries, of a number its value. */
  min?: number;
  max?: number;
  /** What is counted in prose: words. */
  wordLimits?: { min: number; max: number };
  /** A fact that is a number to call or an address to write to. */
  inputType?: "phone" | "email";
  choices?: Choice[];
  multiple?: boolean;
  marks?: Mark[];
  fields?: Field[];
  item?: Field;
  options?: Field[];
  /** A group with a source of its own, as facts have. Settled by `settle`, and by changing what is in it. */
  hasSource?: boolean;
  /** Asked before launch and never shown: question, answer, date, initials. */
  launchQuestion?: boolean;
  /** Made by the site itself, or of no use to change here. Shown, not put in. */
  readOnly?: boolean;
  /** What one entry of the list is called, as in "Add a step". */
  itemName?: string;
  /** What a new entry begins as. */
  newValue?: unknown;
}

export type Mark = "bold" | "italic" | "link" | "list" | "heading" | "paragraphs";

export interface Choice {
  value: string;
  label: string;
}

export type Source = "settled" | "proposed" | "sample";

/** A line of the list at the left. It may hold the words of several files: the page's own, and its cards. */
export interface Entry {
  id: string;
  title: string;
  /** Under which heading, from the outside in: ["Treatments", "Acne Control"]. */
  group: string[];
  /** Where the preview goes, or null where there is nothing to look at. */
  address: string | null;
  files: string[];
  /** The light of its path. */
  colour?: string | undefined;
  problemCount: number;
  guesses: number;
  samples: number;
}

export interface Site {
  name: string;
  /** Beside the logo, as the bar shows it. */
  shortName: string;
  /** The public address, if the site has one: shown above the preview. */
  address: string | null;
  language: string;
  timeZone: string;
  entries: Entry[];
  pictures: Picture[];
  links: Choice[];
  /** Every field at fault, on any page. */
  problems: Problem[];
  /** Saves that visitors do not see yet, newest first. */
  unpublished: Change[];
  /** The newest save, which Undo takes back, and the newest take-back, which Redo takes back. */
  undo: Change | null;
  redo: Change | null;
  /** How many things are left before launch; null once it was said. */
  leftBeforeLaunch: number | null;
  publishing: PublishStatus;
}

export interface Form {
  file: string;
  title: string;
  address: string | null;
  /** Of the file as it was read: given back with every save. */
  version: string;
  fields: Field[];
  /** As it stands in the file. A fact is its text or { value, source, key }; prose is Markdown. */
  values: unknown;
  /** Comments beside a value in its file. */
  notes: Record<Path, string>;
  problems: Problem[];
  drafts: Draft[];
}

/** One edit. `path` leads to the value, for add, take and move to the list or record. */
export type Edit =
  | { do: "set"; path: Path; value: unknown } // null empties: an optional line goes, a nullable one says null
  | { do: "settle"; path: Path } // a fact or a sourced group
  | { do: "add"; path: Path; at: number; value: unknown; name?: string } // `name` in a record
  | { do: "take"; path: Path; at: Key }
  | { do: "move"; path: Path; from: number; to: number }
  | { do: "choose"; path: Path; from: string; to: string; value: unknown }; // of a one-of

export interface CheckRequest {
  file: string;
  version: string;
  edits: Edit[];
}

export interface SaveRequest extends CheckRequest {
  /** After a conflict: the words that were not chosen, which stay in the history. */
  left?: { label: string; words: string }[];
}

export interface DiscardDraftRequest {
  file: string;
  path: Path;
}

/** Something wrong at a field, in words. */
export interface Problem {
  file: string;
  title: string;
  /** The field it stands at; "" where it is about the whole file. */
  path: Path;
  label: string;
  kind: "mistake" | "claim" | "launch";
  message: string;
  /** What may be written instead, for "Use this". */
  suggestion?: string;
  /** Whether it keeps the words from being saved. */
  blocking: boolean;
}

export interface Draft {
  file: string;
  path: Path;
  label: string;
  edits: Edit[];
  problems: Problem[];
  at: string;
}

export interface CheckResponse {
  problems: Problem[];
}

export interface Saved {
  form: Form;
  /** Null where the words were those of the file already. */
  change: Change | null;
}

export interface SavedAsDraft {
  problems: Problem[];
  draft: Draft;
}

export interface Conflict {
  file: string;
  title: string;
  /** When the file was changed elsewhere. */
  at: string;
  /** The file as it is now: to be given with the save that settles it. */
  version: string;
  form: Form;
  /** Where both changed. To keep hers, send `edits` again; to take the other, leave them off. */
  bothChanged: FieldConflict[];
  /** What changed only there, and comes along by itself. */
  theirs: { path: Path; label: string; after: string }[];
  /** Her edits that nobody else touched. */
  mine: Edit[];
}

export interface FieldConflict {
  path: Path;
  label: string;
  before: string;
  mine: string;
  theirs: string;
  edits: Edit[];
}

/** One save, in her words: "Studio: Hours on Saturday, 11-5 became 10-4". */
export interface Change {
  id: string;
  at: string;
  /** Which files, to open the form and the page. */
  file: string;
  path: Path;
  address: string | null;
  title: string;
  label: string;
  before: string;
  after: string;
  /** A sentence where before and after do not say it: "Dana K. was added". */
  words?: string;
  /** The save that this one took back. */
  takes?: string;
  undone?: boolean;
  published: boolean;
  /** Made outside of the editor, and found afterwards. */
  elsewhere?: boolean;
  left?: { label: string; words: string }[];
}

export interface History {
  /** Newest first. */
  changes: Change[];
  /** When the site was published: everything saved before is live. */
  publishedAt: string[];
}

export interface UndoRequest {
  id: string;
  /** This one and all that came after it. */
  since?: boolean;
}

export interface Undone {
  changes: Change[];
  files: string[];
}

export interface UndoConflict {
  message: string;
  file: string;
  path: Path;
}

export interface PublishStatus {
  state: "none" | "checking" | "building" | "live" | "handed-over" | "failed" | "stopped";
  /** Here, or through a command to a host elsewhere. */
  how: "here" | "command";
  /** Why it cannot begin: "Publish waits: 3 to mend". */
  blockedReason?: string;
  steps: {
    name: "Words" | "Links" | "Pictures" | "Pages";
    detail: string;
    state: "next" | "working" | "done" | "stopped";
  }[];
  startedAt: string | null;
  endedAt: string | null;
  /** The last time the site was exchanged. */
  publishedAt: string | null;
  /** What to mend, where it failed over the content. */
  problems: Problem[];
  /** For the person who helps her. */
  details?: string;
}

export interface Picture {
  name: string;
  alt: string;
  phone?: string;
  /** What must always be seen, in percent from the left and the top. */
  focus: [x: number, y: number] | null;
  /** Somebody is in it, who has agreed. */
  person: boolean;
  width: number;
  height: number;
  /** Where it is seen: titles of entries. */
  shownOn: string[];
  /** Changes with the file: for the address of its thumbnail, picture/NAME?width=640&v=VERSION. */
  version: string;
}

/** A picture that was dropped, turned and cleaned, and waits to be kept. */
export interface UploadedPicture {
  id: string;
  fileName: string;
  width: number;
  height: number;
  bytes: number;
  /** "Turned upright (it lay on its side)." and so on. */
  actions: string[];
  /** Under /edit/api/, to show it. */
  address: string;
}

export interface PictureRejected {
  /** "window.jpg was not taken. The file is broken: …" */
  message: string;
}

export interface SavePictureRequest {
  id: string;
  /** The picture whose place it takes, or a new name with `file` and `path` of the field that is to show it. */
  name: string;
  alt: string;
  focus: [x: number, y: number] | null;
  /** Whether somebody is in it, who has agreed; null while nobody was asked. */
  person: boolean | null;
  /** Of images.yaml. */
  version: string;
}

export interface LaunchStatus {
  ready: boolean;
  launched: { date: string; initials: string } | null;
  groups: { name: string; title: string; items: LaunchTask[]; doneCount: number }[];
  worthAdding: LaunchTask[];
  /** Cannot be booked while the site is public, and why. */
  notBookable: { title: string; reasons: string[] }[];
}

export interface LaunchTask {
  /** Null where it is a setting of the server. */
  file: string | null;
  path: Path;
  title: string;
  label: string;
  message: string;
  /** May be settled with one tap. */
  canConfirm?: boolean;
}

export type EditorEvent =
  /** A file was changed on disk, by this window, another one or a program. */
  | { type: "file"; file: string; version: string }
  /** The preview may be loaded again. */
  | { type: "page" }
  | { type: "site" }
  | { type: "publish"; publishing: PublishStatus };

export interface ApiError {
  message: string;
  /** For the person who helps her. */
  details?: string;
}
