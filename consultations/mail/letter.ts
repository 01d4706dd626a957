import { type ConsultationRequest, type Field, mapFields } from "../request.ts";
import type { Flag, StoredRequest } from "../store/stored-request.ts";
import { timeInWords } from "../studio-time.ts";
import type { Letter } from "./post.ts";

export const answerWithin = 24 * 60 * 60_000;

/** A line of a letter. `button` is what its link says in the HTML part. */
export type Line = { label?: string; text: string; href?: string | null; button?: string };

const reasons: Record<Flag, string> = {
  trap: "a field hidden from people was filled in",
  limit: "many requests came from one connection",
  flood: "many requests came at the same time, from many connections",
  origin: "it was not sent from the studio's own page",
};

export function requestLetter(request: StoredRequest, timeZone: string): Letter {
  const { id, copy, reference, flags, email } = request;
  const name = oneLine(request.name);
  return {
    id: copy > 1 ? `${id}.${copy}` : id,
    subject: `${flags.length > 0 ? "Suspect: c" : "C"}onsultation request from ${name} (${reference})`,
    replyTo: { name, address: email },
    ...write(`Consultation request ${reference}`, [
      ...requestLines(request, timeZone),
      { text: `Reply to this letter to write to ${name}.` },
      { text: `Once you have answered: npm run requests -- answered ${reference}` },
    ]),
  };
}

export function requestLines(request: StoredRequest, timeZone: string): Line[] {
  const { name, email, phone, treatment, message } = mapFields((field) => textOf(request, field));
  const answers: Record<Field, Omit<Line, "label">> = {
    name: { text: name },
    phone: { text: phone, href: telephoneLink(request.phone), button: `Call ${phone}` },
    email: { text: email, href: mailLink(request.email, request.reference), button: `Write to ${email}` },
    treatment: { text: treatment || "not said" },
    message: { text: message || "none" },
  };
  return [
    ...request.flags.map((flag) => ({ label: "Possibly automated", text: reasons[flag] })),
    ...Object.entries(answers).map(([field, line]) => ({ label: labelOf(field), ...line })),
    { label: "Received", text: timeInWords(request.receivedAt, timeZone) },
    { label: "Answer promised by", text: timeInWords(request.receivedAt + answerWithin, timeZone) },
  ];
}

/** A field as the owner reads it. */
export const labelOf = (field: string): string => field.charAt(0).toUpperCase() + field.slice(1);
export const textOf = (request: ConsultationRequest, field: Field): string =>
  field === "message" ? legible(request.message) : oneLine(request[field]);

/** The same lines twice: as plain text, and as HTML large enough for a thumb. */
export function write(title: string, lines: Line[]): Pick<Letter, "text" | "html"> {
  const text = lines.map((line) => (line.label ? `${line.label}: ${line.text}` : line.text));
  const html = lines.map(({ label, text, href, button }) => {
    const words = href
      ? `<a href="${escapeHtml(href)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#24483e;color:#fff;text-decoration:none">${escapeHtml(button ?? text)}</a>`
      : `<span style="white-space:pre-wrap">${escapeHtml(text)}</span>`;
    return `<p style="margin:0 0 16px">${label ? `<b>${escapeHtml(label)}</b><br>` : ""}${words}</p>`;
  });
  return {
    text: `${[title, ...text].join("\n\n")}\n`,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body style="margin:0;padding:20px;font:17px/1.5 system-ui,sans-serif;color:#1d2522;background:#fff;overflow-wrap:anywhere"><h1 style="font-size:20px;margin:0 0 16px">${escapeHtml(title)}</h1>${html.join("\n")}</body></html>`,
  };
}

// Controls can hide text, reverse it or end it early. They are left out of what is shown; what is stored keeps them.
const controls = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

export const oneLine = (text: string): string => legible(text).replace(/\s+/g, " ").trim();

function legible(text: string): string {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n").split("\n");
  return lines.map((line) => line.replaceAll("\t", " ").replace(controls, "")).join("\n");
}

/** Null where the digits are not ones every telephone dials. */
function telephoneLink(phone: string): string | null {
  const [number = "", extension = ""] = phone.normalize("NFKC").split(/\s*(?:ext|x|#)/i);
  const digits = number.replace(/[^\d+]/g, "").replace(/(?!^)\+/g, "");
  const inside = extension.replace(/\D/g, "");
  return digits.length < 7 ? null : `tel:${digits}${inside && `,${inside}`}`;
}

function mailLink(email: string, reference: string): string {
  const address = encodeURIComponent(email).replace("%40", "@");
  return `mailto:${address}?subject=${encodeURIComponent(`Your consultation request ${reference}`)}`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
