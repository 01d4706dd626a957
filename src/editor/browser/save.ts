import type { Draft, Edit, Form, Path } from "../api/api-types.ts";
import { applyEdit, deepEqual, keysOf, pathOf, valueAt } from "../formats/values.ts";
import { check, discardDraft, EditorUnreachable, RequestError, readForm, readSite, save } from "./api-client.ts";
import { getState, type Spot, setState, type Unsaved } from "./state.ts";

/** Saves run one after the other, because each needs the version that the one before returned. */
let queue: Promise<unknown> = Promise.resolve();
export const enqueue = <T>(work: () => Promise<T>) => {
  const result = queue.then(work, work);
  queue = result.catch(() => {});
  return result;
};

const storageKey = "editor-unsaved";

export function storeUnsaved() {
  sessionStorage.setItem(storageKey, JSON.stringify(getState().unsaved));
}

/** Restores this window's unsaved edits after a reload. They are stored in sessionStorage. */
export function restoreUnsaved() {
  setState({ unsaved: JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as Record<string, Unsaved> });
}

export function editField({ file, path }: Spot, label: string, value: unknown) {
  const form = getState().forms[file];
  if (!form) return;
  const edit: Edit = { do: "set", path, value };
  const before = getState().unsaved[file] ?? { version: form.version, edits: {} };
  const { [path]: _, ...others } = before.edits;
  const savedValue = valueAt(form.drafts.flatMap((draft) => draft.edits).reduce(applyEdit, form.values), keysOf(path));
  const edits = deepEqual(savedValue, value) ? others : { ...others, [path]: { edit, label } };
  setUnsaved(file, { ...before, edits });
  scheduleCheck(file, path);
}

function setUnsaved(file: string, unsaved: Unsaved) {
  const { [file]: _, ...others } = getState().unsaved;
  setState({ unsaved: Object.keys(unsaved.edits).length ? { ...others, [file]: unsaved } : others });
  storeUnsaved();
}

let timer: ReturnType<typeof setTimeout> | undefined;
function scheduleCheck(file: string, path: Path) {
  clearTimeout(timer);
  timer = setTimeout(() => checkNow(file, path).catch(() => {}), 350);
}

async function checkNow(file: string, path: Path) {
  const unsaved = getState().unsaved[file];
  const form = getState().forms[file];
  const own = unsaved?.edits[path]?.edit;
  if (!form || !unsaved || !own)
    return setState({ checked: { ...getState().checked, [file]: { path, problems: [] } } });
  const edits = [...remainingDraftEdits(affectedDrafts(form, [own]), [own]), own];
  const problems = await check({ file, version: unsaved.version, edits });
  if (getState().unsaved[file]?.edits[path]?.edit === own)
    setState({ checked: { ...getState().checked, [file]: { path, problems } } });
}

/** Resets a field to the value in the file and discards its drafts. */
export async function revertField({ file, path }: Spot) {
  const unsaved = getState().unsaved[file];
  const form = getState().forms[file];
  if (unsaved) {
    const { [path]: _, ...edits } = unsaved.edits;
    setUnsaved(file, { ...unsaved, edits });
  }
  setState({ checked: { ...getState().checked, [file]: { path, problems: [] } } });
  const drafts = form ? affectedDrafts(form, [{ do: "set", path, value: null }]) : [];
  for (const draft of drafts) setForm(await discardDraft({ file, path: draft.path }));
  if (drafts.length) setState({ site: await readSite() });
}

/** Saves the unsaved edit of one field, or of all fields of the file. */
export function saveTyped(file: string, path?: Path) {
  return enqueue(async () => {
    const typed = Object.entries(getState().unsaved[file]?.edits ?? {}).filter(
      ([at]) => path === undefined || at === path,
    );
    for (const [at, { edit, label }] of typed) {
      if (edit.do !== "set") continue;
      // White space at either end is not a change.
      if (typeof edit.value === "string") editField({ file, path: at }, label, edit.value.trim());
      const last = getState().unsaved[file]?.edits[at]?.edit;
      if (last) await sendEdits(file, [last], label, getState().unsaved[file]?.version ?? "", { file, path: at });
    }
  });
}

export const saveAllTyped = () => Promise.all(Object.keys(getState().unsaved).map((file) => saveTyped(file)));

/** Saves edits at once. Changes of a list and those made with a button do not wait for a blur. */
export const saveEdits = (file: string, edits: Edit[], label: string, spot: Spot) =>
  enqueue(() => sendEdits(file, edits, label, getState().forms[file]?.version ?? "", spot));

export async function sendEdits(
  file: string,
  own: Edit[],
  label: string,
  version: string,
  spot: Spot,
  left?: { label: string; words: string }[],
) {
  const form = getState().forms[file] ?? (await readForm(file));
  const drafts = affectedDrafts(form, own);
  const edits = [...remainingDraftEdits(drafts, own), ...own];
  setState({ saving: label, saved: null, errorMessage: null });
  try {
    const response = await save({ file, version, edits, ...(left && { left }) });
    if (response.status === 409) return setState({ conflict: response.body });
    clearSent(file, own);
    if (response.status === 200) {
      if (version === form.version) rebase(file, response.body.form.version);
      setForm(response.body.form);
      const previewVersion = getState().previewVersion + 1;
      setState({ previewVersion, saved: { label, at: new Date(), spot, previewVersion }, draftSpot: null });
      await discardUsedDrafts(file, drafts, response.body.form.drafts);
    } else {
      const latest = await readForm(file);
      setForm(latest);
      setState({ draftSpot: spot });
      await discardUsedDrafts(
        file,
        drafts.filter((draft) => draft.path !== response.body.draft.path),
        latest.drafts,
      );
    }
    setState({ site: await readSite() });
  } catch (error) {
    if (error instanceof EditorUnreachable) return setState({ disconnected: true });
    if (!(error instanceof RequestError)) throw error;
    setState({ errorMessage: error.message });
  } finally {
    setState({ saving: null });
  }
}

/** Removes the sent edits from the unsaved ones, unless the field was edited again in the meantime. */
function clearSent(file: string, sent: Edit[]) {
  const unsaved = getState().unsaved[file];
  if (!unsaved) return;
  const edits = Object.fromEntries(Object.entries(unsaved.edits).filter(([, { edit }]) => !sent.includes(edit)));
  setUnsaved(file, { ...unsaved, edits });
  setState({ checked: { ...getState().checked, [file]: { path: "", problems: [] } } });
}

/** The remaining unsaved edits are based on the version just saved. */
function rebase(file: string, version: string) {
  const unsaved = getState().unsaved[file];
  if (unsaved) setUnsaved(file, { ...unsaved, version });
}

async function discardUsedDrafts(file: string, used: Draft[], left: Draft[]) {
  for (const { path } of used.filter((draft) => left.some((other) => other.path === draft.path))) {
    setForm(await discardDraft({ file, path }));
  }
}

export function setForm(form: Form) {
  setState({ forms: { ...getState().forms, [form.file]: form } });
}

/**
 * Finds the drafts that overlap these edits: of the same value, of a list around it, or of the same list entry. A new
 * entry stays one draft until all of its required fields are filled in.
 */
function affectedDrafts({ drafts }: Form, edits: Edit[]): Draft[] {
  return drafts.filter((draft) => draft.edits.some((drafted) => edits.some((edit) => overlaps(drafted, edit))));
}

/** Drops draft edits that this save overwrites. */
const remainingDraftEdits = (drafts: Draft[], own: Edit[]) =>
  drafts
    .flatMap((draft) => draft.edits)
    .filter(
      (drafted) =>
        !(drafted.do === "set" && own.some((edit) => edit.do === "set" && containsPath(edit.path, drafted.path))),
    );

function overlaps(one: Edit, other: Edit): boolean {
  const [a, b] = [one.path, other.path];
  return containsPath(a, b) || containsPath(b, a) || (listEntryPath(a) !== "" && containsPath(listEntryPath(a), b));
}

export const containsPath = (outer: Path, inner: Path) => outer === inner || inner.startsWith(`${outer}/`);

/** The path of the innermost list entry that contains this path, or "". */
function listEntryPath(path: Path): Path {
  const keys = keysOf(path);
  const last = keys.findLastIndex((key) => typeof key === "number");
  return pathOf(keys.slice(0, last + 1));
}
