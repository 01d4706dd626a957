import type { IncomingMessage, ServerResponse } from "node:http";
import { ContentError } from "../../content/content-problems.ts";
import { FileNotFound } from "../formats/source-file.ts";
import { PictureError } from "../pictures/uploads.ts";
import type {
  ApiError,
  DiscardDraftRequest,
  PreviewRequest,
  SavePictureRequest,
  SaveRequest,
  UndoRequest,
} from "./api-types.ts";
import type { Editor } from "./editor.ts";
import type { Preview } from "./preview.ts";
import { ConcurrentWrite } from "./save.ts";

const maxBodyBytes = { json: 2e6, picture: 41e6 };

class HttpError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type ApiResponse = { status: number; body: unknown } | { status: number; bytes: Buffer; type: string };

const ok = (body: unknown): ApiResponse => ({ status: 200, body });

/** Handles everything under /edit/api/. The caller has already rejected requests from other pages. */
export function createApi(editor: Editor, preview: Preview) {
  return async function handleRequest(request: IncomingMessage, response: ServerResponse, url: URL) {
    const name = url.pathname.replace(/^\/edit\/api\//, "");
    if (name === "events" && request.method === "GET") return editor.listen(response);
    const result = await (request.method === "POST" ? post(name, url, request) : get(name, url)).catch(errorResponse);
    const bytes = "bytes" in result ? result.bytes : Buffer.from(JSON.stringify(result.body));
    response.writeHead(result.status, {
      "content-type": "bytes" in result ? result.type : "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-length": bytes.length,
      ...(request.complete ? {} : { connection: "close" }),
    });
    response.end(bytes);
  };

  async function get(name: string, url: URL): Promise<ApiResponse> {
    if (name === "site") return ok(await editor.site());
    if (name === "form") return ok(editor.saving.form(url.searchParams.get("file") ?? ""));
    if (name === "history") return ok(editor.history.list());
    if (name === "publish") return ok(editor.publishing.describe());
    if (name === "launch") return ok(editor.launch());
    if (name.startsWith("picture/")) {
      const width = Math.min(1600, Math.max(16, Number(url.searchParams.get("width")) || 640));
      const bytes = await editor.pictures.thumbnail(decodeURIComponent(name.slice("picture/".length)), width);
      if (bytes) return { status: 200, bytes, type: "image/webp" };
    }
    throw new HttpError(404, "There is no such address.");
  }

  async function post(name: string, url: URL, request: IncomingMessage): Promise<ApiResponse> {
    if (name === "picture") {
      const fileName = decodeURIComponent(String(request.headers["x-file-name"] ?? "picture"));
      const bytes = await readBody(
        request,
        maxBodyBytes.picture,
        `${fileName} was not accepted. It is larger than 40 MB.`,
      );
      return ok(await editor.pictures.upload(url.searchParams.get("for") ?? "", fileName, bytes));
    }
    const body = await readJson(request);
    if (name === "check") return ok({ problems: editor.saving.check(body as SaveRequest) });
    if (name === "preview") return ok(await preview.layOver(body as PreviewRequest));
    if (name === "save") return saveResponse(() => editor.save(body as SaveRequest));
    if (name === "save-picture") return saveResponse(() => editor.savePicture(body as SavePictureRequest));
    if (name === "discard-draft") return ok(editor.discardDraft(body as DiscardDraftRequest));
    if (name === "undo") {
      const { id, since } = body as UndoRequest;
      const result = editor.undo(id, since === true);
      return "undone" in result ? ok(result.undone) : { status: 409, body: result.conflict };
    }
    if (name === "publish") return ok(editor.publishing.start());
    if (name === "publish-stop") return ok(editor.publishing.stop());
    if (name === "launch") {
      const reason = editor.recordLaunch(String((body as { initials?: unknown }).initials ?? ""));
      if (reason) throw new HttpError(422, reason);
      return ok(editor.launch());
    }
    throw new HttpError(404, "There is no such address.");
  }
}

async function saveResponse(
  save: () => ReturnType<Editor["save"]> | ReturnType<Editor["savePicture"]>,
): Promise<ApiResponse> {
  const result = await save();
  if ("saved" in result) return ok(result.saved);
  return "savedAsDraft" in result ? { status: 422, body: result.savedAsDraft } : { status: 409, body: result.conflict };
}

async function readBody(request: IncomingMessage, maxBytes: number, tooLargeMessage: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxBytes) throw new HttpError(422, tooLargeMessage);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readJson(request: IncomingMessage): Promise<object> {
  const text = (await readBody(request, maxBodyBytes.json, "That is too much at once.")).toString("utf8");
  try {
    const body: unknown = JSON.parse(text || "{}");
    if (typeof body === "object" && body !== null) return body;
  } catch {
    // The error below covers this too.
  }
  throw new HttpError(400, "The page sent something that cannot be read.");
}

function errorResponse(error: unknown): ApiResponse {
  const fail = (status: number, body: ApiError): ApiResponse => ({ status, body });
  if (error instanceof HttpError) return fail(error.status, { message: error.message });
  if (error instanceof PictureError) return fail(422, { message: error.message });
  if (error instanceof FileNotFound) return fail(404, { message: "There is no such page." });
  if (error instanceof ConcurrentWrite)
    return fail(409, { message: "It was changed elsewhere at this very moment. Save once more." });
  if (error instanceof ContentError)
    return fail(500, { message: "The content has a mistake that has to be fixed first.", details: error.message });
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return fail(500, { message: "The editor could not do that. Nothing was changed.", details });
}
