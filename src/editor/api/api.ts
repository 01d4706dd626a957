import type { IncomingMessage } from "node:http";
import * as v from "valibot";
import { describeError, errorProperties } from "../../log/errors.ts";
import type { Log } from "../../log/log.ts";
import { FileNotFound } from "../formats/source-file.ts";
import { CannotWrite } from "../formats/values.ts";
import { ConcurrentWrite } from "../history/history.ts";
import { PictureError } from "../pictures/uploads.ts";
import type { Editor } from "./editor.ts";
import type { Preview } from "./preview.ts";
import * as bodies from "./request-bodies.ts";

const maxBodyBytes = { json: 2e6, picture: 41e6 };

class HttpError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What a request is answered with; every other key is a header. */
export type Answer = { status?: number; type: string; body: Buffer } & Record<string, unknown>;

export const json = (body: unknown, status = 200): Answer => ({
  status,
  type: "application/json; charset=utf-8",
  body: Buffer.from(JSON.stringify(body)),
});

/** Handles what is under /edit/api/. The caller has refused requests without a session, and those of other pages. */
export function createApi(editor: Editor, preview: Preview) {
  return function answer(request: IncomingMessage, url: URL): Promise<Answer> {
    const name = url.pathname.replace(/^\/edit\/api\//, "");
    const answered = request.method === "POST" ? post(name, url, request) : get(name, url);
    return answered.catch((error) => errorAnswer(error, editor.log));
  };

  async function get(name: string, url: URL): Promise<Answer> {
    if (name === "site") return json(await editor.site());
    if (name === "form") return json(editor.saving.form(url.searchParams.get("file") ?? ""));
    if (name === "history") return json(editor.history.list());
    if (name === "publish") return json(editor.publishing.describe());
    if (name === "launch") return json(await editor.launch());
    if (name.startsWith("picture/")) {
      const width = Math.min(1600, Math.max(16, Number(url.searchParams.get("width")) || 640));
      const bytes = await editor.pictures.thumbnail(decode(name.slice("picture/".length)), width);
      // A picture that is asked for with its version may be kept.
      const keep = url.searchParams.has("v") && { "cache-control": "private, max-age=86400" };
      if (bytes) return { type: "image/webp", body: bytes, ...keep };
    }
    throw new HttpError(404, "There is no such address.");
  }

  async function post(name: string, url: URL, request: IncomingMessage): Promise<Answer> {
    if (name === "picture") {
      const fileName = decode(String(request.headers["x-file-name"] ?? "picture"));
      const tooLarge = `${fileName} was not accepted. It is larger than 40 MB.`;
      const bytes = await readBody(request, maxBodyBytes.picture, tooLarge);
      return json(await editor.pictures.upload(url.searchParams.get("for") ?? "", fileName, bytes));
    }
    const body = await readJson(request);
    const parse = <Schema extends v.GenericSchema>(schema: Schema) => {
      const { success, output } = v.safeParse(schema, body);
      if (!success) throw unreadable();
      return output;
    };
    if (name === "check") return json({ problems: editor.saving.check(parse(bodies.check)) });
    if (name === "preview") return json(await preview.layOver(parse(bodies.preview)));
    if (name === "save") return saveAnswer(editor.save(parse(bodies.save)), parse(bodies.save).file);
    if (name === "save-picture")
      return saveAnswer(await editor.savePicture(parse(bodies.savePicture)), "images/images.yaml");
    if (name === "discard-draft") return json(editor.discardDraft(parse(bodies.discardDraft)));
    if (name === "undo") {
      const { id, since } = parse(bodies.undo);
      const result = editor.undo(id, since === true);
      return "undone" in result ? json(result.undone) : json(result.conflict, 409);
    }
    if (name === "publish") return json(editor.publishing.start());
    if (name === "publish-stop") return json(editor.publishing.stop());
    if (name === "launch") {
      const reason = await editor.recordLaunch(parse(bodies.launch).initials);
      if (reason) throw new HttpError(422, reason);
      return json(await editor.launch());
    }
    throw new HttpError(404, "There is no such address.");
  }

  async function saveAnswer(result: ReturnType<Editor["save"]>, file: string): Promise<Answer> {
    if ("conflict" in result) return json(result.conflict, 409);
    const site = await editor.site();
    if ("saved" in result) return json({ ...result.saved, site });
    return json({ ...result.savedAsDraft, form: editor.saving.form(file), site }, 422);
  }
}

const unreadable = () => new HttpError(400, "The page sent something that cannot be read. Reload it.");

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw error instanceof URIError ? unreadable() : error;
  }
}

async function readBody(request: IncomingMessage, maxBytes: number, tooLargeMessage: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // The rest is read all the same, or the process in front could not send it on and would miss the answer.
    if (size <= maxBytes) chunks.push(chunk);
  }
  if (size > maxBytes) throw new HttpError(422, tooLargeMessage);
  return Buffer.concat(chunks);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = (await readBody(request, maxBodyBytes.json, "That is too much at once.")).toString("utf8");
  try {
    return JSON.parse(text || "{}");
  } catch (error) {
    throw error instanceof SyntaxError ? unreadable() : error;
  }
}

/** What the system reports, in words for the owner. In each of these cases every file is as it was. */
const systemErrors: Record<string, string> = {
  ENOSPC: "The disk is full, so this was not saved. The files are as they were. Free some space, then save again.",
  EDQUOT: "The disk is full, so this was not saved. The files are as they were. Free some space, then save again.",
  EFBIG: "The system allows no larger file, so this was not saved. The files are as they were.",
  EACCES: "The editor may not write to the content folder, so this was not saved. The files are as they were.",
  EPERM: "The editor may not write to the content folder, so this was not saved. The files are as they were.",
  EROFS: "The disk cannot be written to, so this was not saved. The files are as they were.",
  ENOENT: "A file of the site is missing at this moment, so this was not done. Try again.",
};

/** Only what the owner can change is reported as hers. Everything else is a fault of the editor, and is logged. */
function errorAnswer(error: unknown, log: Log): Answer {
  const fail = (status: number, message: string) => json({ message }, status);
  if (error instanceof HttpError) return fail(error.status, error.message);
  if (error instanceof PictureError) return fail(422, error.message);
  if (error instanceof FileNotFound) return fail(404, "There is no such page.");
  // 409 has a body of its own, which names both values.
  if (error instanceof ConcurrentWrite)
    return fail(423, "It was changed somewhere else at the same moment. Save again.");
  if (error instanceof CannotWrite)
    return fail(423, "The page has changed since you opened it. Reload it, then try again.");
  log("fault", { while: "editing", ...describeError(error) });
  const known = systemErrors[String(errorProperties(error).code)];
  if (known) return fail(507, known);
  return fail(
    500,
    "This is a fault of the editor, not yours, and it is in its log. Your words are still on this page.",
  );
}
