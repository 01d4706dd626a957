import type { ProblemCode } from "../content/problem-sentences.ts";
import type { FieldDisplay } from "../content/schemas/fields.ts";

export type Key = string | number;
/** Keys joined by slashes, as in hours/0/opens. The path of the whole file is "". */
export type Path = string;

/** The control that edits a value. A schema without a kind of its own becomes text, group, list or either. */
export type FieldKind =
  | "text" // a single line up to 80 characters, a text area beyond
  | "fact" // text, or { value, note?, source? }
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

/** What the schema says of a field, and the form as well. Comments in the studio's own file are in `Form.notes`. */
export type ShownDisplay = Pick<
  FieldDisplay,
  "note" | "itemName" | "readOnly" | "technical" | "quotation" | "negated" | "asOne" | "besidePicture" | "noted"
>;

export interface Field extends ShownDisplay {
  kind: FieldKind;
  /**
   * The field's key in its parent. It is "" for the item of a list, for a file that is one record, and for a one-of,
   * whose options are keys of the parent.
   */
  key: string;
  label: string;
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
  /** The file may leave it out, but the launch asks for it. */
  askedAtLaunch?: boolean;
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

/** A field, as lists and messages name it: the file by its title, and the field by its label. */
export interface FieldPlace {
  file: string;
  title: string;
  /** "" stands for the whole file. */
  path: Path;
  label: string;
}

/** One thing that is wrong with a field, with a message for the owner. */
export interface Problem extends FieldPlace {
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
  mendAt?: FieldPlace;
}

/** One save, as in "Studio: Hours on Saturday, 11-5 became 10-4". Its keys are stored in history.jsonl. */
export interface Change extends FieldPlace {
  id: string;
  at: string;
  /** The page that the change opens beside its form. */
  address: string | null;
  before: string;
  after: string;
  /** A sentence that replaces before and after: "Dana K. was added". */
  words?: string;
  /** The id of the change that this one undid. */
  undoes?: string;
  undone?: boolean;
  published: boolean;
  /** Another program made the change, and the editor detected it afterwards. */
  elsewhere?: boolean;
}
