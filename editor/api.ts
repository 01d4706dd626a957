import type { IncomingMessage, ServerResponse } from "node:http";
import { ContentError } from "../studio/mistakes.ts";
import type { Editor } from "./editor.ts";
import { ChangedMeanwhile } from "./saving.ts";
import type { Failed, Forget, KeepPicture, Save, TakeBack } from "./shapes.ts";
import { NoSuchFile } from "./source-file.ts";
import { NotTaken } from "./take-picture.ts";

const largest = { words: 2e6, picture: 41e6 };

class Asked extends Error {
  readonly status: number;
  constructor(status: number, words: string) {
    super(words);
    this.status = status;
  }
}

type Answer = { status: number; body: unknown } | { status: number; bytes: Buffer; type: string };

const ok = (body: unknown): Answer => ({ status: 200, body });

/** Everything under /edit/api/. The request has passed the guard. */
export function createApi(editor: Editor) {
  return async function answer(request: IncomingMessage, response: ServerResponse, url: URL) {
    const name = url.pathname.replace(/^\/edit\/api\//, "");
    if (name === "events" && request.method === "GET") return editor.listen(response);
    const given = await (request.method === "POST" ? post(name, url, request) : get(name, url)).catch(failed);
    const bytes = "bytes" in given ? given.bytes : Buffer.from(JSON.stringify(given.body));
    response.writeHead(given.status, {
      "content-type": "bytes" in given ? given.type : "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-length": bytes.length,
      ...(request.complete ? {} : { connection: "close" }),
    });
    response.end(bytes);
  };

  async function get(name: string, url: URL): Promise<Answer> {
    if (name === "site") return ok(await editor.site());
    if (name === "form") return ok(editor.saving.form(url.searchParams.get("file") ?? ""));
    if (name === "history") return ok(editor.history.list());
    if (name === "publish") return ok(editor.publishing.describe());
    if (name === "launch") return ok(editor.launch());
    if (name.startsWith("picture/")) {
      const width = Math.min(1600, Math.max(16, Number(url.searchParams.get("width")) || 640));
      const bytes = await editor.pictures.show(decodeURIComponent(name.slice("picture/".length)), width);
      if (bytes) return { status: 200, bytes, type: "image/webp" };
    }
    throw new Asked(404, "There is nothing of that name.");
  }

  async function post(name: string, url: URL, request: IncomingMessage): Promise<Answer> {
    if (name === "picture") {
      const fileName = decodeURIComponent(String(request.headers["x-file-name"] ?? "picture"));
      const bytes = await bodyOf(
        request,
        largest.picture,
        `${fileName} was not taken. It is larger than 40 MB; up to 40 will do.`,
      );
      return ok(await editor.pictures.take(url.searchParams.get("for") ?? "", fileName, bytes));
    }
    const body = await json(request);
    if (name === "check") return ok({ problems: editor.saving.check(body as Save) });
    if (name === "save") return saved(() => editor.save(body as Save));
    if (name === "picture-keep") return saved(() => editor.keepPicture(body as KeepPicture));
    if (name === "forget") return ok(editor.forget(body as Forget));
    if (name === "take-back") {
      const { id, since } = body as TakeBack;
      const result = editor.takeBack(id, since === true);
      return "taken" in result ? ok(result.taken) : { status: 409, body: result.stuck };
    }
    if (name === "publish") return ok(editor.publishing.begin());
    if (name === "publish-stop") return ok(editor.publishing.stop());
    if (name === "launch") {
      const refused = editor.sayLaunch(String((body as { initials?: unknown }).initials ?? ""));
      if (refused) throw new Asked(422, refused);
      return ok(editor.launch());
    }
    throw new Asked(404, "There is nothing of that name.");
  }
}

async function saved(work: () => ReturnType<Editor["save"]> | ReturnType<Editor["keepPicture"]>): Promise<Answer> {
  const result = await work();
  if ("saved" in result) return ok(result.saved);
  return "kept" in result ? { status: 422, body: result.kept } : { status: 409, body: result.conflict };
}

async function bodyOf(request: IncomingMessage, most: number, refusal: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > most) throw new Asked(422, refusal);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function json(request: IncomingMessage): Promise<object> {
  const text = (await bodyOf(request, largest.words, "That is too much at once.")).toString("utf8");
  try {
    const body: unknown = JSON.parse(text || "{}");
    if (typeof body === "object" && body !== null) return body;
  } catch {
    // Said below, with everything else that is no record.
  }
  throw new Asked(400, "The page sent something that cannot be read.");
}

function failed(error: unknown): Answer {
  const fail = (status: number, body: Failed): Answer => ({ status, body });
  if (error instanceof Asked) return fail(error.status, { words: error.message });
  if (error instanceof NotTaken) return fail(422, { words: error.message });
  if (error instanceof NoSuchFile) return fail(404, { words: "There is no such page." });
  if (error instanceof ChangedMeanwhile)
    return fail(409, { words: "It was changed elsewhere at this very moment. Save once more." });
  if (error instanceof ContentError)
    return fail(500, { words: "Something has to be mended first.", details: error.message });
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return fail(500, { words: "The editor could not do that. Nothing was changed.", details });
}
