/**
 * The types of the editor's HTTP API, whose addresses are in src/editor/routes.ts. Every call checks that the browser is signed in
 * (401), and every POST has to carry the session's token as `x-editor` (403), which a page of another origin can neither
 * read nor send. A save that is not valid is answered with its problems (422), and one of a field that was changed
 * elsewhere with both values (409). Every other failure returns a `message` with a status of 400 or more.
 */

import type { ContentHistory } from "../history/history.ts";
import type { Pictures } from "../pictures/uploads.ts";
import type { Editor } from "./editor.ts";
import type { SaveResult, Saver } from "./save.ts";
import type { describeSite } from "./site-summary.ts";

export type * from "../vocabulary.ts";
export type { EditorEvent } from "./editor.ts";
export type { LaunchStatus, LaunchTask } from "./launch.ts";
export type { PublishStatus } from "./publish.ts";
export type * from "./request-bodies.ts";
export type { Picture } from "./site-summary.ts";

export type Site = Awaited<ReturnType<typeof describeSite>>;
export type Form = ReturnType<Saver["form"]>;
export type Saved = Extract<SaveResult, { saved: unknown }>["saved"];
export type FieldConflict = Extract<SaveResult, { conflicts: unknown }>["conflicts"][number];
export type History = ReturnType<ContentHistory["list"]>;
export type Undone = ReturnType<ContentHistory["undo"]>;
export type UploadedPicture = Awaited<ReturnType<Pictures["upload"]>>;
export type Mention = ReturnType<Editor["treatments"]["mentions"]>[number];
