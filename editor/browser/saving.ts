import type { Draft, Edit, Form, Path } from "../shapes.ts";
import { editValues, keysOf, pathOf, same, valueAt } from "../values.ts";
import { check, forget, OutOfTouch, Refusal, readForm, readSite, save } from "./ask.ts";
import { change, now, type Spot, type Unsaved } from "./state.ts";

/** Saves follow each other, so that each is made on what the one before it left. */
let queue: Promise<unknown> = Promise.resolve();
export const inTurn = <T>(work: () => Promise<T>) => {
  const turn = queue.then(work, work);
  queue = turn.catch(() => {});
  return turn;
};

const store = "editor-unsaved";

export function keepInWindow() {
  sessionStorage.setItem(store, JSON.stringify(now().unsaved));
}

/** What this window had when the editor was closed or the page was loaded anew. */
export function bringBack() {
  change({ unsaved: JSON.parse(sessionStorage.getItem(store) ?? "{}") as Record<string, Unsaved> });
}

export function type({ file, path }: Spot, label: string, value: unknown) {
  const form = now().forms[file];
  if (!form) return;
  const edit: Edit = { do: "set", path, value };
  const before = now().unsaved[file] ?? { version: form.version, edits: {} };
  const { [path]: _, ...others } = before.edits;
  const without = valueAt(form.drafts.flatMap((draft) => draft.edits).reduce(editValues, form.values), keysOf(path));
  const edits = same(without, value) ? others : { ...others, [path]: { edit, label } };
  setUnsaved(file, { ...before, edits });
  checkSoon(file, path);
}

function setUnsaved(file: string, unsaved: Unsaved) {
  const { [file]: _, ...others } = now().unsaved;
  change({ unsaved: Object.keys(unsaved.edits).length ? { ...others, [file]: unsaved } : others });
  keepInWindow();
}

let waiting: ReturnType<typeof setTimeout> | undefined;
function checkSoon(file: string, path: Path) {
  clearTimeout(waiting);
  waiting = setTimeout(() => checkNow(file, path).catch(() => {}), 350);
}

async function checkNow(file: string, path: Path) {
  const unsaved = now().unsaved[file];
  const form = now().forms[file];
  const own = unsaved?.edits[path]?.edit;
  if (!form || !unsaved || !own) return change({ checked: { ...now().checked, [file]: { path, problems: [] } } });
  const edits = [...standing(involved(form, [own]), [own]), own];
  const problems = await check({ file, version: unsaved.version, edits });
  if (now().unsaved[file]?.edits[path]?.edit === own)
    change({ checked: { ...now().checked, [file]: { path, problems } } });
}

/** Puts the words of the file back into a field. */
export async function putBack({ file, path }: Spot) {
  const unsaved = now().unsaved[file];
  const form = now().forms[file];
  if (unsaved) {
    const { [path]: _, ...edits } = unsaved.edits;
    setUnsaved(file, { ...unsaved, edits });
  }
  change({ checked: { ...now().checked, [file]: { path, problems: [] } } });
  const drafts = form ? involved(form, [{ do: "set", path, value: null }]) : [];
  for (const draft of drafts) setForm(await forget({ file, path: draft.path }));
  if (drafts.length) change({ site: await readSite() });
}

/** Saves what was typed into one field, or into all of them. */
export function leave(file: string, path?: Path) {
  return inTurn(async () => {
    const typed = Object.entries(now().unsaved[file]?.edits ?? {}).filter(([at]) => path === undefined || at === path);
    for (const [at, { edit, label }] of typed) {
      if (edit.do !== "set") continue;
      // A space that was left at an end is no change.
      if (typeof edit.value === "string") type({ file, path: at }, label, edit.value.trim());
      const last = now().unsaved[file]?.edits[at]?.edit;
      if (last) await send(file, [last], label, now().unsaved[file]?.version ?? "", { file, path: at });
    }
  });
}

export const leaveAll = () => Promise.all(Object.keys(now().unsaved).map((file) => leave(file)));

/** A change of a list, or one that is made with a button: saved at once. */
export const make = (file: string, edits: Edit[], label: string, spot: Spot) =>
  inTurn(() => send(file, edits, label, now().forms[file]?.version ?? "", spot));

export async function send(
  file: string,
  own: Edit[],
  label: string,
  version: string,
  spot: Spot,
  left?: { label: string; words: string }[],
) {
  const form = now().forms[file] ?? (await readForm(file));
  const drafts = involved(form, own);
  const edits = [...standing(drafts, own), ...own];
  change({ saving: label, saved: null, refused: null });
  try {
    const answer = await save({ file, version, edits, ...(left && { left }) });
    if (answer.status === 409) return change({ conflict: answer.body });
    settle(file, own);
    if (answer.status === 200) {
      if (version === form.version) rebase(file, answer.body.form.version);
      setForm(answer.body.form);
      change({ saved: { label, at: new Date(), spot }, kept: null });
      await putAway(file, drafts, answer.body.form.drafts);
    } else {
      const latest = await readForm(file);
      setForm(latest);
      change({ kept: spot });
      await putAway(
        file,
        drafts.filter((draft) => draft.path !== answer.body.draft.path),
        latest.drafts,
      );
    }
    change({ site: await readSite() });
  } catch (error) {
    if (error instanceof OutOfTouch) return change({ away: true });
    if (!(error instanceof Refusal)) throw error;
    change({ refused: error.message });
  } finally {
    change({ saving: null });
  }
}

/** What was sent is no longer unsaved, unless she has typed on meanwhile. */
function settle(file: string, sent: Edit[]) {
  const unsaved = now().unsaved[file];
  if (!unsaved) return;
  const edits = Object.fromEntries(Object.entries(unsaved.edits).filter(([, { edit }]) => !sent.includes(edit)));
  setUnsaved(file, { ...unsaved, edits });
  change({ checked: { ...now().checked, [file]: { path: "", problems: [] } } });
}

/** What else she has typed was typed over the words just saved, where nobody else has changed the file. */
function rebase(file: string, version: string) {
  const unsaved = now().unsaved[file];
  if (unsaved) setUnsaved(file, { ...unsaved, version });
}

async function putAway(file: string, used: Draft[], left: Draft[]) {
  for (const { path } of used.filter((draft) => left.some((other) => other.path === draft.path))) {
    setForm(await forget({ file, path }));
  }
}

export function setForm(form: Form) {
  change({ forms: { ...now().forms, [form.file]: form } });
}

/**
 * Drafts that what is saved now stands on: of the same value, of the list it is in, or of the same entry of a list. A
 * new review is one draft until all of it is there.
 */
function involved({ drafts }: Form, edits: Edit[]): Draft[] {
  return drafts.filter((draft) => draft.edits.some((kept) => edits.some((edit) => touches(kept, edit))));
}

/** What a draft says of a value that is now put in anew is no longer said. */
const standing = (drafts: Draft[], own: Edit[]) =>
  drafts
    .flatMap((draft) => draft.edits)
    .filter((kept) => !(kept.do === "set" && own.some((edit) => edit.do === "set" && within(edit.path, kept.path))));

function touches(one: Edit, other: Edit): boolean {
  const [a, b] = [one.path, other.path];
  return within(a, b) || within(b, a) || (entryOf(a) !== "" && within(entryOf(a), b));
}

export const within = (outer: Path, inner: Path) => outer === inner || inner.startsWith(`${outer}/`);

/** The entry of a list that a path leads into, or nothing. */
function entryOf(path: Path): Path {
  const keys = keysOf(path);
  const last = keys.findLastIndex((key) => typeof key === "number");
  return pathOf(keys.slice(0, last + 1));
}
