/**
 * The types of the editor's HTTP API, whose addresses are in src/editor/routes.ts. Every call checks that the browser is signed in
 * (401), and every POST has to carry the session's token as `x-editor` (403), which a page of another origin can neither
 * read nor send. A save that is not valid is answered with its problems (422), and one of a field that was changed
 * elsewhere with both values (409). Every other failure returns a `message` with a status of 400 or more.
 */

import type { ProblemCode } from "../../content/problem-sentences.ts";

export type * from "./request-bodies.ts";

export type Key = string | number;
/** Keys joined by slashes, as in hours/0/opens. The path of the whole file is "". */
export type Path = string;

/** The control that edits a value. A schema without a kind of its own becomes text, group, list or either. */
export type FieldKind =
  | "text" // a single line up to 80 characters, a text area beyond
  | "fact" // text, or { value, source?, key? }
  | "prose" // Markdown, limited to `marks`, which its page can render
  | "choice" // one of `choices`; with `multiple`, a list of distinct ones (days, related treatments)
  | "yes-no"
  | "date"
  | "time"
  | "number"
  | "colour"
  | "phone"
  | "email"
  | "link" // a full URL of another site
  | "page-link" // `choices` are the site's pages and anchors
  | "logo" // the studio's own, which is sent as a file
  | "picture" // the name of one of `Site.pictures`
  | "group" // `fields`; value: an object
  | "list" // `item`; value: an array
  | "record" // `item` under names; value: an object
  | "either" // `options`: the value has the shape of one of them
  | "one-of"; // `options` are fields of the same parent, of which exactly one is present

export interface Field {
  kind: FieldKind;
  /**
   * The field's key in its parent. It is "" for the item of a list, for a file that is one record, and for a one-of,
   * whose options are keys of the parent.
   */
  key: string;
  label: string;
  /** A hint from the schema. Comments in the studio's own file are in `Form.notes`. */
  note?: string;
  example?: string;
  optional?: boolean;
  /** When the field is emptied, its line stays in the file with the value null. */
  nullable?: boolean;
  /** What the page shows when this field is empty. */
  ifEmpty?: string;
  /** The error message for a required field that is empty. */
  requiredMessage?: string;
  /** The limit counts characters of a text and entries of a list; for a number it is the value itself. */
  min?: number;
  max?: number;
  /** Set for a fact that is a phone number or an email address. */
  inputType?: "phone" | "email";
  /** A fact that the page sets in three parts: a large answer, its unit, and a note. */
  noted?: boolean;
  choices?: Choice[];
  multiple?: boolean;
  marks?: Mark[];
  fields?: Field[];
  item?: Field;
  options?: Field[];
  /** The group has a source, as facts have. A change of any field in it removes the source. */
  hasSource?: boolean;
  /** A question to answer before launch, with answer, date and initials. The site never shows it. */
  launchQuestion?: boolean;
  /** The form shows the value but offers no control for it. */
  readOnly?: boolean;
  /** The file may leave it out, but the launch asks for it. */
  askedAtLaunch?: boolean;
  /** Folded away at the end of the form. */
  technical?: boolean;
  /** Somebody else's words, which may be left out but not reworded. */
  quotation?: boolean;
  /** Its value is the opposite of the answer to its label. */
  negated?: boolean;
  /** Lists of changes name it as a whole, not its fields. */
  asOne?: boolean;
  /** It is about the picture of the same group. */
  besidePicture?: boolean;
  /** The name of one entry of the list, as in "Add a step". */
  itemName?: string;
  /** The initial value of a new entry. */
  newValue?: unknown;
}

export type Mark = "bold" | "italic" | "link" | "list" | "heading" | "paragraphs";

export interface Choice {
  value: string;
  label: string;
}

/** One entry of the sidebar. It may cover several files, such as a page and its cards. */
export interface Entry {
  id: string;
  title: string;
  /** The headings above it, the outermost first: ["Treatments", "Acne Control"]. */
  group: string[];
  /** The page that the preview opens, or null when no page shows this content. */
  address: string | null;
  files: string[];
  /** Where it shows parts of its file alone, or all but those: their keys. */
  only?: string[];
  except?: string[];
  /** The colour of the treatment's path. */
  colour?: string | undefined;
}

export interface Site {
  /** Changes with every file and picture of the content, and with nothing else. */
  version: string;
  name: string;
  /** The name beside the logo in the top bar. */
  shortName: string;
  /** The studio's accent colour, which the editor uses too. */
  accent: string | null;
  /** The public address shown above the preview, or null when the site has none. */
  address: string | null;
  timeZone: string;
  entries: Entry[];
  pictures: Picture[];
  links: Choice[];
  /** What to fix in every file: all that stops publishing, and sentences that name what is not offered. */
  problems: Problem[];
  /** Saves that visitors do not see yet, newest first. */
  unpublished: Change[];
  /** The change that Undo reverts next, and the undo that Redo reverts next. */
  undo: Change | null;
  redo: Change | null;
  /** The number of tasks left before launch, or null once the launch is recorded. */
  leftBeforeLaunch: number | null;
  publishing: PublishStatus;
}

export interface Form {
  file: string;
  title: string;
  address: string | null;
  /** Changes with the file. */
  version: string;
  fields: Field[];
  /** The file's values. A fact is its text or { value, note, source }; prose is Markdown. */
  values: unknown;
  /** Comments in the file, by the value they belong to. */
  notes: Record<Path, string>;
  problems: Problem[];
}

/** One thing that is wrong with a field, with a message for the owner. */
export interface Problem {
  file: string;
  title: string;
  /** The field that shows the problem, or "" when the whole file has it. */
  path: Path;
  label: string;
  kind: "mistake" | "claim" | "launch";
  /** What is wrong, if the content check found it. The message says it in words, which no program reads. */
  code?: ProblemCode;
  message: string;
  /** A replacement that the button "Use this" fills in. */
  suggestion?: string;
  /** Whether the source line under a fact shows it already. */
  shownBySource?: boolean;
  /** Whether it prevents a save of this field. */
  blocking: boolean;
  /** Where it has to be mended, if that is not where it is shown. */
  mendAt?: Pick<Problem, "file" | "title" | "path" | "label">;
}

export interface Saved {
  form: Form;
  /** Null when the file had these values already. */
  change: Change | null;
  /** The paths of the edits that are saved now, those that waited among them. */
  paths: Path[];
}

/** A field that was changed elsewhere since the owner began to change it. */
export interface FieldConflict {
  file: string;
  title: string;
  path: Path;
  label: string;
  /** The value in the file, null when there is none. An edit that says it `was` this one replaces it. */
  current: unknown;
  /** Both values in words. */
  mine: string;
  other: string;
}

/** One save, as in "Studio: Hours on Saturday, 11-5 became 10-4". Its keys are stored in history.jsonl. */
export interface Change {
  id: string;
  at: string;
  /** The file whose form and page the change opens. */
  file: string;
  path: Path;
  address: string | null;
  title: string;
  label: string;
  before: string;
  after: string;
  /** A sentence that replaces before and after: "Dana K. was added". */
  words?: string;
  /** The file of a treatment that it added, or removed for good. */
  adds?: string;
  removes?: string;
  /** The id of the change that this one undid. */
  undoes?: string;
  undone?: boolean;
  published: boolean;
  /** Another program made the change, and the editor detected it afterwards. */
  elsewhere?: boolean;
}

export interface History {
  /** Newest first. */
  changes: Change[];
  /** When the site was published. Everything saved before is live. */
  publishedAt: string[];
}

export interface Undone {
  changes: Change[];
  files: string[];
}

export type UndoConflict = Pick<Problem, "message" | "file" | "path">;

export interface PublishStatus {
  /** "live" once the site's own address has shown the new page. Null before the first publish. */
  state: "checking" | "building" | "live" | "not-live" | null;
  /** What is being done, or what was found and what to do about it. */
  title: string;
  message: string;
  startedAt: string | null;
  endedAt: string | null;
  /** When the site was last published. */
  publishedAt: string | null;
  /** What is wrong in the content, if that is why it is not live. */
  problems: Problem[];
  /** Technical output, for the person who supports the owner. */
  details?: string;
  /** Why what was published is not committed, or has not left the machine. */
  notCommitted?: string;
}

export interface Picture {
  name: string;
  /** The picture of link previews. It has no description and no focal point. */
  isSocialCard?: true;
  alt: string;
  phone?: string;
  /** The focal point, which no crop cuts off, in percent from the left and the top. */
  focus: [x: number, y: number] | null;
  /** The centre and the width of what a list shows of it, in percent. Undefined where no list shows the picture. */
  thumbnail?: [x: number, y: number, width: number] | null;
  /** The picture shows a person, who has given consent. */
  person: boolean;
  width: number;
  height: number;
  /** The entries and fields that show it. */
  shownOn: string[];
  /** What stands beside it on a page, which a new picture may make untrue. */
  wordsBeside?: { file: string; path: Path; label: string; words: string }[];
  /** It changes with the file, so that picture/NAME?width=640&v=VERSION is not served from a stale cache. */
  version: string;
}

/** An uploaded picture, upright and without metadata, that is not on the site before save-picture. */
export interface UploadedPicture {
  id: string;
  fileName: string;
  width: number;
  height: number;
  /** What was done to the file, such as "Turned upright (it lay on its side)." */
  actions: string[];
  /** The address of its preview, relative to /edit/api/. */
  address: string;
}

export interface LaunchStatus {
  ready: boolean;
  launched: { date: string; initials: string } | null;
  /** The site itself says that it no longer asks search engines to stay away. */
  onInternet: boolean;
  /** The questions that are answered, and the facts that are confirmed. */
  doneCount: number;
  /** The last group, "optional", is what a site can be launched without. */
  groups: { name: string; title: string; minutesEach: number; tasks: LaunchTask[] }[];
}

export interface LaunchTask {
  /** Null when the task is a server setting. */
  file: string | null;
  path: Path;
  title: string;
  label: string;
  message: string;
  /** Whether a button can confirm the value as it is. */
  canConfirm?: boolean;
  /** Whether it is an invented review, which a button takes out with all others. */
  isSampleReview?: boolean;
  /** The answers of a treatment, which she reads and then confirms together. */
  answers?: { label: string; answer: string; reason: string }[];
  /** What is not offered while this question waits for its papers. */
  hides?: string[];
}

/** A place that speaks of a treatment, and how. */
export type Mention = Pick<LaunchTask, "path" | "title" | "label" | "message"> & { file: string };

export type EditorEvent =
  /** A file changed on disk, through any window or another program. */
  | { type: "file"; file: string; version: string }
  | { type: "site"; version: string }
  /** Something that the owner should know once, such as a commit that failed. */
  | { type: "notice"; message: string }
  | { type: "publish"; publishing: PublishStatus };
