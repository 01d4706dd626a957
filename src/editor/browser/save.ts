import type { Edit, Form, Path, SaveRequest, UndoRequest } from "../api/api-types.ts";
import { deepEqual } from "../formats/values.ts";
import { check, readForm, readSite, save, showFailure, undo } from "./api-client.ts";
import { changeKept, type FieldAddress, getState, openEntry, readKept, setState, shownValue } from "./state.ts";
import { addEdit, changeEdit, editAt, removeSaved, resolveConflict, trimEdit, type Unsaved } from "./unsaved.ts";

/** Runs one piece of work after the other, in all windows of this browser, as they share their unsaved edits. */
export const enqueue = (work: () => Promise<unknown>): Promise<unknown> =>
  navigator.locks.request("editor", work).catch(showFailure);

/** The paths that are on their way to the server, by file. */
const sending = new Map<string, Path[]>();

const changeUnsaved = (file: string, change: (unsaved: Unsaved) => Unsaved) =>
  changeKept<Unsaved>("unsaved", file, (own = {}) => {
    const next = change(own);
    return Object.keys(next).length ? next : undefined;
  });

export function editField({ file, path }: FieldAddress, label: string, value: unknown) {
  const form = getState().forms[file];
  if (!form) return;
  setState({ savedAt: null });
  changeUnsaved(file, (unsaved) => addEdit(form, unsaved, path, label, value, sending.get(file)));
  clearTimeout(timer);
  timer = setTimeout(() => checkNow(file, path).catch(() => {}), 350);
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Says what is wrong with a field while it is edited. */
async function checkNow(file: string, path: Path) {
  const own = editAt(getState().unsaved[file], path)?.edit;
  if (!own) return;
  const { problems } = await check({ file, edits: [own], waiting: waitingBeside(file, own.path) });
  changeUnsaved(file, (unsaved) =>
    changeEdit(unsaved, own.path, (now) => (deepEqual(now.edit.value, own.value) ? { ...now, problems } : now)),
  );
}

/** The edits that could not be saved by themselves. What is still being typed is not among them: it is saved when it is left. */
const waitingBeside = (file: string, path: Path): Edit[] =>
  Object.values(getState().unsaved[file] ?? {}).flatMap(({ edit, conflict, problems = [] }) =>
    edit.path !== path && !conflict && problems.some(({ blocking }) => blocking) ? [edit] : [],
  );

/** Discards an unsaved edit. */
export const discardEdit = ({ file, path }: FieldAddress) =>
  changeUnsaved(file, (unsaved) => changeEdit(unsaved, path, () => undefined));

/** Saves the unsaved edit of one field, or of all fields of the file. */
export const saveTyped = (file: string, path?: Path, told?: SaveRequest["told"]) =>
  enqueue(async () => {
    const edits = Object.keys(readKept("unsaved")[file] ?? {});
    const chosen = path === undefined ? edits : [editAt(getState().unsaved[file], path)?.edit.path ?? ""];
    for (const one of chosen) await sendEdit(file, one, told);
  });

/** Saves because she asks for it. What a new entry still lacks is told then, also where she has not been. */
export function saveOnRequest() {
  setState({ newEntry: null });
  return saveAllTyped();
}

export const saveAllTyped = () => Promise.all(Object.keys(getState().unsaved).map((file) => saveTyped(file)));

/**
 * Saves a value at once. Changes of a list and those made with a button do not wait for a blur. Where `words` say what a
 * button did, the lists of changes say that.
 */
export function saveValue(address: FieldAddress, label: string, value: unknown, words?: string) {
  editField(address, label, value);
  return saveTyped(address.file, address.path, words === undefined ? undefined : { label, words });
}

interface ButtonChange {
  value: unknown;
  words?: string;
}

/**
 * Saves what a button makes of a value, also in a file that was never opened here, and says aloud when that is done. Below
 * a form it is said already. Undefined changes nothing.
 */
export async function saveWithButton(
  address: FieldAddress,
  label: string,
  change: (value: unknown) => ButtonChange | undefined,
) {
  await loadForm(address.file);
  const changed = change(shownValue(getState(), address));
  if (!changed) return;
  const { value, words } = changed;
  await saveValue(address, label, value, words);
  if (getState().savedAt && !openEntry(getState()))
    setState({ announcement: `Saved. ${label}${words ? `: ${words}` : ""}.` });
}

export function chooseSide({ file, path }: FieldAddress, choice: "mine" | "other") {
  changeUnsaved(file, (unsaved) => resolveConflict(unsaved, path, choice));
  return saveTyped(file, path);
}

async function sendEdit(file: string, path: Path, told?: SaveRequest["told"]) {
  changeUnsaved(file, (unsaved) => trimEdit(unsaved, path));
  const own = getState().unsaved[file]?.[path];
  if (!own || own.conflict) return;
  const waiting = waitingBeside(file, path);
  setState({ saving: own.label, savedAt: null, errorMessage: null });
  sending.set(
    file,
    [own.edit, ...waiting].map((edit) => edit.path),
  );
  try {
    const response = await save({ file, edits: [own.edit], waiting, ...(told && { told }) });
    const { form, site } = response;
    setForm(form);
    changeUnsaved(file, (unsaved) => {
      if (response.status === 422) return changeEdit(unsaved, path, (now) => ({ ...now, problems: response.problems }));
      if (response.status === 409)
        return response.conflicts.reduce(
          (all, conflict) => changeEdit(all, conflict.path, (now) => ({ ...now, conflict })),
          unsaved,
        );
      const saved = [own.edit, ...waiting].filter((edit) => response.paths.includes(edit.path));
      return saved.reduce((all, edit) => removeSaved(all, edit, form), unsaved);
    });
    setState({ site, ...(response.status === 200 && { savedAt: new Date() }) });
  } catch (error) {
    showFailure(error);
  } finally {
    sending.delete(file);
    setState({ saving: null });
  }
}

/** A file that is gone has no form, and nothing typed there can be saved. */
export function forgetForms(files: string[]) {
  const { site, forms } = getState();
  for (const file of files.filter((one) => !site?.entries.some((entry) => entry.files.includes(one)))) {
    changeUnsaved(file, () => ({}));
    const { [file]: _, ...others } = getState().forms;
    setState({ forms: others });
  }
  return files.filter((file) => file in forms && file in getState().forms);
}

export function setForm(form: Form) {
  setState({ forms: { ...getState().forms, [form.file]: form } });
}

export async function loadForm(file: string) {
  const form = getState().forms[file] ?? (await readForm(file));
  setForm(form);
  return form;
}

/** Runs after queued saves, so that `site.undo` is current. */
export const undoOrRedo = (which: "undo" | "redo") =>
  enqueue(async () => {
    const last = getState().site?.[which];
    if (last) await sendUndo({ id: last.id });
  });

export const undoChange = (request: UndoRequest) => enqueue(() => sendUndo(request));

/** An undo is itself a change. When the server refuses it, the message says why. */
async function sendUndo(request: UndoRequest) {
  const { change, files } = await undo(request);
  setState({ site: await readSite() });
  for (const file of forgetForms(files)) setForm(await readForm(file));
  setState({ savedAt: null, errorMessage: null, announcement: change.words ?? "" });
}
