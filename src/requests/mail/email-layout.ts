import type { Email } from "./mailer.ts";

/**
 * An email in two forms: as plain text, and as the tables and inline styles that every mail program shows. It loads
 * nothing from the network. The functions below escape everything that a visitor typed.
 */
export type Block = { text: string; html: string };

const fontFamily = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** Colours of `src/design/styles/tokens.css` by name, as no mail program reads a style sheet. */
export const colours = {
  ink: "#14221f",
  "ink-soft": "#354440",
  spruce: "#1f3b36",
  light: "#fcfdfc",
  ground: "#f3f5f3",
  "wall-far": "#d3ded8",
};
const { ink, spruce, light, ground, "wall-far": lineColour } = colours;
const mutedStyle = `color:${colours["ink-soft"]};font-size:15px;line-height:23px`;
const table = (inner: string, style = "") =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"${style}>${inner}</table>`;
const row = (padding: string, inner: string, style = "font-size:17px;line-height:26px") =>
  `<tr><td style="padding:${padding};${fontFamily};${style};color:${ink};word-break:break-word">${inner}</td></tr>`;
const bar = (height: number, colour: string, width = "") =>
  `<td${width} height="${height}" bgcolor="${colour}" style="height:${height}px;font-size:0;line-height:0">&nbsp;</td>`;

const headline =
  (tag: string, padding: string, style: string) =>
  (text: string): Block => ({
    text: replaceNoBreakSpaces(text),
    html: row(padding, `<${tag} style="margin:0;${fontFamily};${style};color:${ink}">${escapeHtml(text)}</${tag}>`),
  });

export const title = headline("h1", "0 24px 8px", "font-size:30px;line-height:36px;font-weight:300");
/** Names one request in an email about several. */
export const heading = headline("h2", "0 24px 2px", "font-size:22px;line-height:28px;font-weight:400");
/** Begins a part of an email that has several. */
export const subheading = headline("h2", "8px 24px 4px", "font-size:19px;line-height:26px;font-weight:600");

/** A line is plain, strong with or without a plain beginning, or muted. */
export type TextLine = string | { prefix?: string; strong: string } | { muted: string };

export function paragraph(...lines: TextLine[]): Block {
  return {
    text: lines.map((line) => replaceNoBreakSpaces(lineText(line))).join("\n"),
    html: row("0 24px 16px", lines.map(lineToHtml).join("<br>")),
  };
}

function lineText(line: TextLine): string {
  if (typeof line === "string") return line;
  return "muted" in line ? line.muted : `${line.prefix ?? ""}${line.strong}`;
}

function lineToHtml(line: TextLine): string {
  if (typeof line === "string") return `<span style="white-space:pre-wrap">${escapeHtml(line)}</span>`;
  if ("muted" in line) return `<span style="${mutedStyle}">${escapeHtml(line.muted)}</span>`;
  return `${escapeHtml(line.prefix ?? "")}<b>${escapeHtml(line.strong)}</b>`;
}

export const button = (label: string, href: string, plainLabel = label): Block => ({
  text: `${plainLabel}:\n${href}`,
  html: row(
    "0 24px 8px",
    table(
      `<tr><td align="center" bgcolor="${spruce}" style="border-radius:3px"><a href="${escapeHtml(href)}" style="display:block;padding:17px 20px;${fontFamily};font-size:19px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td></tr>`,
    ),
  ),
});

/** The lines are large enough for a thumb. A line without a link is plain text. */
export function linkList(...links: { label: string; href: string | null }[]): Block {
  const cells = links.map(({ label, href }) => {
    const style = `display:block;padding:11px 0;${fontFamily};font-size:17px;line-height:22px;color:${ink};word-break:break-word`;
    const openingTag = href ? `<a href="${escapeHtml(href)}" style="${style}">` : `<span style="${style}">`;
    return `<tr><td>${openingTag}${escapeHtml(label)}${href ? "</a>" : "</span>"}</td></tr>`;
  });
  return {
    text: links.map(({ label }) => replaceNoBreakSpaces(label)).join("\n"),
    html: row("0 24px 12px", table(cells.join(""))),
  };
}

/** Separates requests. In plain text a line of two dashes would begin a signature. */
export const divider: Block = {
  text: "———",
  html: `<tr><td style="padding:4px 24px 14px">${table(`<tr>${bar(1, lineColour)}</tr>`)}</td></tr>`,
};

type EmailParts = Pick<Email, "id" | "subject"> & {
  /** The small line at the top. */
  header: { text: string; accent: string };
  /** What a mailbox shows beside the subject. */
  preheader?: string;
  blocks: Block[];
};

export function renderEmail({ id, subject, header, preheader = "", blocks }: EmailParts): Email {
  const accentBar = table(`<tr>${bar(3, header.accent, ' width="22%"')}${bar(3, lineColour)}</tr>`);
  const rows = [
    row("24px 24px 12px", escapeHtml(header.text), mutedStyle),
    `<tr><td style="padding:4px 24px 20px">${accentBar}</td></tr>`,
    ...blocks.map(({ html }) => html),
    '<tr><td style="padding:0 0 14px"></td></tr>',
  ].join("\n");
  const page = table(rows, ` style="max-width:600px;background:${light}" bgcolor="${light}"`);
  return {
    id,
    subject,
    text: `${blocks.map(({ text }) => text).join("\n\n")}\n`.replaceAll("———\n\n", "———\n"),
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="format-detection" content="telephone=no"><title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:0;background:${ground}"><div role="main"><div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>${table(`<tr><td align="center" style="padding:16px 0">${page}</td></tr>`, ` bgcolor="${ground}"`)}</div></body></html>`,
  };
}

/** Some mail programs show a no-break space in text as a question mark. */
function replaceNoBreakSpaces(text: string): string {
  return text.replaceAll("\u00a0", " ");
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? "").replaceAll("\u00a0", "&nbsp;");
