import type { Edit, Form, Path, Problem, SaveRequest } from "../api/api-types.ts";
import { attempt, check, discardDraft, readForm, readSite, save, showFailure, undo } from "./api-client.ts";
import { getState, type Spot, setState } from "./state.ts";
import { addTyped, createQueue, removeSent, type Unsaved, withDrafts } from "./unsaved.ts";

/** Saves run one after the other, because each needs the version that the one before returned. */
export const enqueue = createQueue();

/** The edits that are on their way to the server, by file. */
const sending = new Map<string, Edit[]>();

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
  setUnsaved(file, addTyped(form, getState().unsaved[file], path, label, value, sending.get(file)));
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
  const form = getState().forms[file];
  const own = getState().unsaved[file]?.edits[path]?.edit;
  if (!form || !own) return setChecked(file, path);
  const problems = await check({ file, edits: withDrafts(form, [own]).edits });
  if (getState().unsaved[file]?.edits[path]?.edit === own) setChecked(file, path, problems);
}

const setChecked = (file: string, path: Path, problems: Problem[] = []) =>
  setState({ checked: { ...getState().checked, [file]: { path, problems } } });

/** Resets a field to the value in the file and discards its drafts. */
export async function revertField({ file, path }: Spot) {
  const unsaved = getState().unsaved[file];
  const form = getState().forms[file];
  if (unsaved) {
    const { [path]: _, ...edits } = unsaved.edits;
    setUnsaved(file, { ...unsaved, edits });
  }
  setChecked(file, path);
  const drafts = form ? withDrafts(form, [{ do: "set", path, value: null }]).drafts : [];
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
      if (last) await sendEdits({ file, path: at }, [last], label, getState().unsaved[file]?.version ?? "");
    }
  });
}

export const saveAllTyped = () => Promise.all(Object.keys(getState().unsaved).map((file) => saveTyped(file)));

/** Saves edits at once. Changes of a list and those made with a button do not wait for a blur. */
export const saveEdits = (spot: Spot, edits: Edit[], label: string) =>
  enqueue(() =>
    attempt(async () => {
      // The launch sheet confirms facts of pages that were never opened here.
      const { version } = getState().forms[spot.file] ?? (await readForm(spot.file));
      await sendEdits(spot, edits, label, version);
    }),
  );

export async function sendEdits(spot: Spot, own: Edit[], label: string, version: string, left?: SaveRequest["left"]) {
  const { file } = spot;
  const form = getState().forms[file] ?? (await readForm(file));
  const { drafts, edits } = withDrafts(form, own);
  setState({ saving: label, savedAt: null, errorMessage: null });
  sending.set(file, own);
  try {
    const response = await save({ file, version, edits, ...(left && { left }) });
    if (response.status === 409) return setState({ conflict: response.body });
    const { form: latest, site } = response.body;
    const isSaved = response.status === 200;
    clearSent(file, own, isSaved && version === form.version ? latest.version : undefined);
    setForm(latest);
    setState({ site, ...(isSaved ? { savedAt: new Date(), draftSpot: null } : { draftSpot: spot }) });
    const kept = isSaved ? undefined : response.body.path;
    const used = drafts.filter(({ path }) => path !== kept && latest.drafts.some((other) => other.path === path));
    for (const { path } of used) setForm(await discardDraft({ file, path }));
    if (used.length) setState({ site: await readSite() });
  } catch (error) {
    if (!showFailure(error)) throw error;
  } finally {
    sending.delete(file);
    setState({ saving: null });
  }
}

/** Removes what was sent. The rest is based on the version just saved. */
function clearSent(file: string, sent: Edit[], version?: string) {
  const unsaved = getState().unsaved[file];
  if (!unsaved) return;
  setUnsaved(file, { ...removeSent(unsaved, sent), ...(version && { version }) });
  setChecked(file, "");
}

export function setForm(form: Form) {
  setState({ forms: { ...getState().forms, [form.file]: form } });
}

/** Runs after queued saves, so that `site.undo` is current. */
export const undoOrRedo = (which: "undo" | "redo") =>
  enqueue(async () => {
    const last = getState().site?.[which];
    if (last) await attempt(() => sendUndo(last.id, false));
  });

export const undoChange = (id: string, since = false) => enqueue(() => attempt(() => sendUndo(id, since)));

/** An undo is itself a change. When the server refuses it, the message says why. */
async function sendUndo(id: string, since: boolean) {
  const { changes, files } = await undo({ id, ...(since && { since }) });
  for (const file of files) if (getState().forms[file]) setForm(await readForm(file));
  setState({
    site: await readSite(),
    savedAt: null,
    draftSpot: null,
    errorMessage: null,
    announcement: changes.at(-1)?.words ?? "",
  });
}
