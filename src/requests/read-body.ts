const formMediaType = "application/x-www-form-urlencoded";

const jsonLimit = 16 * 1024;
// Percent-encoding writes each byte of a non-Latin script as three, and the same text must pass in either form.
const formLimit = 3 * jsonLimit;
// A slightly oversized body is read to its end, because closing the connection early would also cut off the answer.
const readLimit = 64 * 1024;

export type ParsedBody = { input: Record<string, unknown> } | { status: 413 | 415 | 400; error: string };

export const isForm = (request: Request): boolean => mediaType(request) === formMediaType;

export async function readBody(request: Request): Promise<ParsedBody> {
  const type = mediaType(request);
  const text = await readText(request, type === formMediaType ? formLimit : jsonLimit);
  if (text === null) return { status: 413, error: "The request is too large" };
  if (type === formMediaType) return { input: Object.fromEntries(new URLSearchParams(text)) };
  if (type !== "application/json") return { status: 415, error: "Send JSON or a form" };
  const input = parseObject(text);
  return input ? { input } : { status: 400, error: "Send a JSON object" };
}

function mediaType(request: Request): string | undefined {
  return request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
}

async function readText(request: Request, limit: number): Promise<string | null> {
  const decoder = new TextDecoder();
  const reader = request.body?.getReader();
  let text = "";
  let size = 0;
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      size += part.value.byteLength;
      if (size > readLimit) break;
      if (size <= limit) text += decoder.decode(part.value, { stream: true });
    }
  } catch {
    // The visitor's connection broke: there is no text, and nobody to read the answer.
    return "";
  }
  return size > limit ? null : text + decoder.decode();
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
