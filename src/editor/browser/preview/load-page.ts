import type { Edit } from "../../api/api-types.ts";
import { previewWith } from "../api-client.ts";
import { getState, isInside, isRefused } from "../state.ts";
import type { Unsaved } from "../unsaved.ts";

/** The page that the preview shows. */
export interface ShownPage {
  frame: HTMLIFrameElement;
  path: string;
  version: string;
}

const root = "/edit/page";

export const addressOf = (pathname: string) => pathname.replace(root, "");

/**
 * Loads a page with unsaved words into a hidden frame, which replaces the shown one when it is painted. A page that is
 * shown already stays. Returns null when a page with these words could not be published.
 */
export async function loadPage(
  frame: HTMLIFrameElement,
  box: HTMLElement,
  path: string,
  unsaved: Record<string, Unsaved>,
  shown: ShownPage | null,
): Promise<ShownPage | null> {
  const edits: Record<string, Edit[]> = Object.fromEntries(
    Object.entries(unsaved).map(([file, ofFile]) => [
      file,
      // What could not be published is left out, once she has gone on to another field.
      Object.values(ofFile).flatMap((one) =>
        isRefused(one, null) && !isInside({ file, path: one.edit.path }, getState().focused) ? [] : [one.edit],
      ),
    ]),
  );
  const isAnother = shown?.path !== path && !Object.keys(edits).length;
  const words = isAnother ? "" : (await previewWith({ path, edits })).id;
  if (words === null) return null;
  if (shown?.path === path && shown.version === words) return shown;
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  frame.src = `${root}${path}${words && `?preview=${words}`}`;
  box.append(frame);
  await loaded;
  // Folded words can be clicked and shown too.
  for (const folded of frame.contentDocument?.querySelectorAll("details") ?? []) folded.open = true;
  const version = frame.contentDocument ? linkFields(frame.contentDocument) : "";
  await untilPainted(frame);
  return { frame, path, version };
}

/** Private characters, each in front of the text of a field. */
const signs = /[\uE000-\uF8FF]/g;

/** Puts the fields of an element's texts into its `data-field` in place of their signs, and returns the page's version. */
function linkFields(page: Document): string {
  const words = page.getElementById("preview")?.textContent;
  const { id, fields } = JSON.parse(words || '{ "id": "", "fields": {} }') as {
    id: string;
    fields: Record<string, string[]>;
  };
  for (const element of page.body.querySelectorAll(":not(script, style)")) {
    const shown = new Set<string>();
    for (const node of [...element.attributes, ...element.childNodes]) {
      const found = node.nodeValue?.match(signs) ?? [];
      if (found.length) node.nodeValue = node.nodeValue?.replaceAll(signs, "") ?? null;
      for (const address of found.flatMap((sign) => fields[sign] ?? [])) shown.add(address);
    }
    if (shown.size) element.setAttribute("data-field", [...shown].join(" "));
  }
  return id;
}

/** Waits for the font and the pictures in view, but not for one that does not come. */
async function untilPainted({ contentDocument: page, contentWindow }: HTMLIFrameElement) {
  const view = contentWindow as (Window & typeof globalThis) | null;
  if (!page || !view) return;
  // On the real page a script asks for the font.
  const font = new view.FontFace("Commissioner", "url(/edit/font.woff2)", { weight: "200 650" });
  page.fonts.add(font);
  page.body.style.fontFamily = `Commissioner, ${view.getComputedStyle(page.body).fontFamily}`;
  const inView = [...page.images].filter((image) => {
    const { top, bottom, height } = image.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < view.innerHeight;
  });
  const ready = Promise.allSettled([font.load(), ...inView.map((image) => image.decode())]);
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, 1000))]);
}

/** Makes calls run one after the other. Of those that come while one runs, only the last is run. */
export function latestOnly(work: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  let isAskedFor = false;
  return async () => {
    isAskedFor = true;
    if (isRunning) return;
    isRunning = true;
    while (isAskedFor) {
      isAskedFor = false;
      await work().catch(() => {});
    }
    isRunning = false;
  };
}
