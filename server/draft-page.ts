import { type Draft, fields } from "../consultations/request.ts";

/**
 * The contact page with what a visitor typed put back, for when no script can do it. The page's own script is
 * taken out: it would take over a form it does not know.
 */
export function draftPage(html: string, { values, errors }: Draft): string {
  let page = html.replace(/<script>\(\(\)=>\{let begun[\s\S]*?<\/script>/, "");
  const wrong = fields.filter((field) => errors[field]);
  for (const field of fields) {
    const value = escapeHtml(values[field]);
    const invalid = errors[field] ? ` aria-invalid="true" aria-describedby="${field}-error"` : "";
    page = page
      .replace(new RegExp(`<input(?=[^>]* id="${field}")`), () => `<input value="${value}"${invalid}`)
      .replace(
        new RegExp(`(<textarea(?=[^>]* id="${field}"))([^>]*>)`),
        (_, tag, rest) => `${tag}${invalid}${rest}${value}`,
      );
    if (errors[field]) page = fill(page, `${field}-error`, escapeHtml(errors[field]));
  }
  if (wrong.length === 0) return page;
  const links = wrong.map((field) => `<li><a href="#${field}">${escapeHtml(errors[field] ?? "")}</a></li>`).join("");
  return page
    .replace(/(<div id="check"[^>]*?) hidden=""/, "$1")
    .replace(/(<div id="check"[\s\S]*?<ul role="list">)/, (start) => start + links);
}

/** Shows an element that is hidden while it has nothing to say. */
function fill(page: string, id: string, text: string) {
  return page.replace(new RegExp(`( id="${id}") hidden="">`), (_, start) => `${start}>${text}`);
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
