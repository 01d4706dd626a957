import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import * as v from "valibot";
import { describeError, errorProperties } from "../../log/errors.ts";
import type { Log } from "../../log/log.ts";
import { FileNotFound } from "../formats/source-file.ts";
import { ConcurrentWrite } from "../history/history.ts";
import { Refusal } from "../refusal.ts";

const maxBytes = { json: 2e6, picture: 41e6 };

export const noSuchAddress = () => new HTTPException(404, { message: "There is no such address." });

/** What a page has sent, once it is known to be what the address takes. */
export async function readJson<Schema extends v.GenericSchema>(c: Context, schema: Schema) {
  const bytes = await readBody(c, maxBytes.json, "That is too much at once.");
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), bytes.toString("utf8"));
  if (!success) throw new HTTPException(400, { message: "The page sent something that cannot be read. Reload it." });
  return output;
}

export const readPicture = (c: Context) =>
  readBody(c, maxBytes.picture, `${fileNameOf(c)} was not accepted. It is larger than 40 MB.`);

export const fileNameOf = (c: Context) => decodeURIComponent(c.req.header("x-file-name") ?? "picture");

async function readBody(c: Context, limit: number, tooLarge: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.length;
    // The rest is read all the same, or the process in front could not send it on and would miss the answer.
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw new HTTPException(422, { message: tooLarge });
  return Buffer.concat(chunks);
}

const full = "The disk is full, so this was not saved. The files are as they were. Free some space, then save again.";
const readOnly = "The editor may not write to the content folder, so this was not saved. The files are as they were.";

/** What the system reports, in words for the owner. In each of these cases every file is as it was. */
const systemErrors: Record<string, string> = {
  ENOSPC: full,
  EDQUOT: full,
  EACCES: readOnly,
  EPERM: readOnly,
  EROFS: readOnly,
  ENOENT: "A file of the site is missing at this moment, so this was not done. Try again.",
};

/** Only what the owner can change is reported as hers. Everything else is a fault of the editor, and is logged. */
export function answerError(c: Context, error: unknown, log: Log): Response {
  if (error instanceof HTTPException) return c.json({ message: error.message }, error.status);
  if (error instanceof Refusal) return c.json({ message: error.message }, 422);
  if (error instanceof FileNotFound) return c.json({ message: "There is no such page." }, 404);
  // 409 has a body of its own, with both values.
  if (error instanceof ConcurrentWrite)
    return c.json({ message: "It was changed somewhere else at the same moment. Save again." }, 423);
  log("fault", { while: "editing", ...describeError(error) });
  const known = systemErrors[String(errorProperties(error).code)];
  if (known) return c.json({ message: known }, 507);
  const ours = "This is a fault of the editor, not yours, and it is in its log. Your words are still on this page.";
  return c.json({ message: ours }, 500);
}
