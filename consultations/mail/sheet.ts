/**
 * A letter, twice: as plain text, and as the tables and inline styles that every mail program shows. Nothing in it is
 * loaded from anywhere. Whatever a visitor typed comes in through the functions below and is escaped by them.
 */
export type Block = { text: string; html: string };

const family = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const ink = "#14221f";
const soft = "color:#354440;font-size:15px;line-height:23px";
const table = (inner: string, style = "") =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"${style}>${inner}</table>`;
const row = (padding: string, inner: string, style = "font-size:17px;line-height:26px") =>
  `<tr><td style="padding:${padding};${family};${style};color:${ink};word-break:break-word">${inner}</td></tr>`;
const bar = (height: number, colour: string, width = "") =>
  `<td${width} height="${height}" bgcolor="${colour}" style="height:${height}px;font-size:0;line-height:0">&nbsp;</td>`;

export const title = (words: string): Block => ({
  text: plain(words),
  html: row(
    "0 24px 8px",
    `<h1 style="margin:0;${family};font-size:30px;line-height:36px;font-weight:300;color:${ink}">${escapeHtml(words)}</h1>`,
  ),
});

/** Each line as it is: strong, or with strong words at its end. */
export type Said = string | { strong: string } | { before: string; strong: string } | { soft: string };

export function paragraph(...lines: Said[]): Block {
  return {
    text: lines.map((line) => plain(wordsOf(line))).join("\n"),
    html: row("0 24px 16px", lines.map(sayInHtml).join("<br>")),
  };
}

function wordsOf(line: Said): string {
  if (typeof line === "string") return line;
  if ("soft" in line) return line.soft;
  return ("before" in line ? line.before : "") + line.strong;
}

function sayInHtml(line: Said): string {
  if (typeof line === "string") return `<span style="white-space:pre-wrap">${escapeHtml(line)}</span>`;
  if ("soft" in line) return `<span style="${soft}">${escapeHtml(line.soft)}</span>`;
  return `${"before" in line ? escapeHtml(line.before) : ""}<b>${escapeHtml(line.strong)}</b>`;
}

/** Who it is about in a letter about several. */
export const heading = (words: string, href: string | null): Block => ({
  text: plain(words),
  html: row(
    "0 24px 2px",
    `<h2 style="margin:0;${family};font-size:22px;line-height:28px;font-weight:400;color:${ink}">${
      href
        ? `<a href="${escapeHtml(href)}" style="display:block;padding:8px 0;color:${ink}">${escapeHtml(words)}</a>`
        : escapeHtml(words)
    }</h2>`,
  ),
});

export const button = (words: string, href: string, inText = words): Block => ({
  text: `${inText}:\n${href}`,
  html: row(
    "0 24px 8px",
    table(
      `<tr><td align="center" bgcolor="#1f3b36" style="border-radius:3px"><a href="${escapeHtml(href)}" style="display:block;padding:17px 20px;${family};font-size:19px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(words)}</a></td></tr>`,
    ),
  ),
});

/** Lines for a thumb. What has no address is text. */
export function ways(...links: { words: string; href: string | null }[]): Block {
  const cells = links.map(({ words, href }) => {
    const style = `display:block;padding:11px 0;${family};font-size:17px;line-height:22px;color:${ink};word-break:break-word`;
    const shown = href ? `<a href="${escapeHtml(href)}" style="${style}">` : `<span style="${style}">`;
    return `<tr><td>${shown}${escapeHtml(words)}${href ? "</a>" : "</span>"}</td></tr>`;
  });
  return { text: links.map(({ words }) => plain(words)).join("\n"), html: row("0 24px 12px", table(cells.join(""))) };
}

/** Between requests. In text, two dashes alone would begin a signature. */
export const rule: Block = {
  text: "———",
  html: `<tr><td style="padding:4px 24px 14px">${table(`<tr>${bar(1, "#c9d1ce")}</tr>`)}</td></tr>`,
};

/** `head` stands above, small; `ahead` is what a mailbox shows beside the subject. */
export function sheet(subject: string, head: { words: string; accent: string }, ahead: string, blocks: Block[]): Block {
  const seam = table(`<tr>${bar(3, head.accent, ' width="22%"')}${bar(3, "#dfe4e2")}</tr>`);
  const inside = [
    row("24px 24px 12px", escapeHtml(head.words), soft),
    `<tr><td style="padding:4px 24px 20px">${seam}</td></tr>`,
    ...blocks.map(({ html }) => html),
    '<tr><td style="padding:0 0 14px"></td></tr>',
  ].join("\n");
  const page = table(inside, ' style="max-width:600px;background:#fcfdfc" bgcolor="#fcfdfc"');
  return {
    text: `${blocks.map(({ text }) => text).join("\n\n")}\n`.replaceAll("———\n\n", "———\n"),
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="format-detection" content="telephone=no"><title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:0;background:#f3f5f3"><div role="main"><div style="display:none;max-height:0;overflow:hidden">${escapeHtml(ahead)}</div>${table(`<tr><td align="center" style="padding:16px 0">${page}</td></tr>`, ' bgcolor="#f3f5f3"')}</div></body></html>`,
  };
}

/** Some mail programs show a no-break space in text as a question mark. */
const plain = (words: string): string => words.replaceAll("\u00a0", " ");

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? "").replaceAll("\u00a0", "&nbsp;");
