import type { EditorEvent } from "../shapes.ts";
import { listen, readForm, readSite } from "./ask.ts";
import { goToMend } from "./going.ts";
import { readPlace } from "./place.ts";
import { bringBack, keepInWindow, leave, leaveAll, putBack, setForm } from "./saving.ts";
import { change, now } from "./state.ts";
import { takeBackLast } from "./undoing.ts";
import { withControl } from "./words.ts";

export function begin() {
  bringBack();
  open();
  listen(told, touch);
  addEventListener("popstate", open);
  addEventListener("keydown", keys);
  addEventListener("pagehide", keepInWindow);
}

async function open() {
  const place = readPlace();
  const site = now().site ?? (await readSite());
  const entry =
    place.name === "words" ? (site.entries.find(({ id }) => id === place.entry) ?? site.entries[0]) : undefined;
  change({
    site,
    lit: null,
    target: null,
    refused: null,
    place: entry ? { name: "words", entry: entry.id } : place,
    ...(entry?.address && { address: entry.address }),
  });
}

async function told(event: EditorEvent) {
  if (event.type === "page") change({ pages: now().pages + 1 });
  if (event.type === "site") change({ site: await readSite() });
  if (event.type === "file") {
    const known = now().forms[event.file];
    if (known && known.version !== event.version) setForm(await readForm(event.file));
  }
  const { site } = now();
  if (event.type === "publish" && site) change({ site: { ...site, publishing: event.publishing } });
}

/** When the editor is back, what this window has kept is saved. */
async function touch(there: boolean) {
  if (!there) return change({ away: true });
  const back = now().away;
  change({ away: false });
  if (!back && !Object.keys(now().unsaved).length) return;
  await open();
  change({ site: await readSite(), pages: now().pages + 1 });
  for (const file of new Set([...Object.keys(now().forms), ...Object.keys(now().unsaved)]))
    setForm(await readForm(file));
  await leaveAll();
}

function keys(event: KeyboardEvent) {
  if (event.defaultPrevented) return;
  const letter = event.key.toLowerCase();
  if (event.key === "F8") {
    event.preventDefault();
    return goToMend(event.shiftKey ? -1 : 1);
  }
  const { lit, unsaved } = now();
  const typed = lit && unsaved[lit.file]?.edits[lit.path];
  if (event.key === "Escape" && lit && typed) {
    if (confirm(`Put the saved words of ${typed.label} back?`)) putBack(lit);
    return;
  }
  if (!withControl(event)) return;
  if (letter === "s") {
    event.preventDefault();
    if (lit) leave(lit.file);
  }
  // Inside a text its own undo comes first, then the saves.
  const undoes = letter === "z" && !typed;
  if (undoes || (letter === "y" && !typed)) {
    event.preventDefault();
    takeBackLast(letter === "y" || event.shiftKey ? "redo" : "undo");
  }
}
