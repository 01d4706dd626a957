import type { EditorEvent } from "../api/api-types.ts";
import { readForm, readSession, readSite, showFailure, subscribe } from "./api-client.ts";
import { hasControlKey } from "./format.ts";
import { goToProblem, openView } from "./navigation.ts";
import { enqueue, restoreUnsaved, revertField, saveAllTyped, setForm, storeUnsaved, undoOrRedo } from "./save.ts";
import { getState, setState } from "./state.ts";

export function start() {
  restoreUnsaved();
  openView();
  readSession().catch(() => {});
  // The answer to a save of this window brings what its events tell of, so they wait for it.
  subscribe((event) => enqueue(() => handleEvent(event)), handleConnection);
  addEventListener("popstate", () => {
    saveAllTyped();
    openView();
  });
  addEventListener("keydown", handleKey);
  // Whatever else asks the server.
  addEventListener("unhandledrejection", (event) => showFailure(event.reason) && event.preventDefault());
  addEventListener("pagehide", storeUnsaved);
  // A phone may end a window that is out of sight, and its field never loses the focus.
  document.addEventListener("visibilitychange", () => document.hidden && saveAllTyped());
}

async function handleEvent(event: EditorEvent) {
  const { site, forms } = getState();
  if (event.type === "notice") setState({ errorMessage: event.message });
  if (event.type === "site" && site?.version !== event.version) setState({ site: await readSite() });
  if (event.type === "file") {
    const loaded = forms[event.file];
    if (loaded && loaded.version !== event.version) setForm(await readForm(event.file));
  }
  if (event.type === "publish" && site) setState({ site: { ...site, publishing: event.publishing } });
}

async function handleConnection(connected: boolean) {
  if (!connected) return setState({ disconnected: true });
  const wasDisconnected = getState().disconnected;
  setState({ disconnected: false });
  if (!wasDisconnected && !Object.keys(getState().unsaved).length) return;
  await openView();
  setState({ site: await readSite() });
  for (const file of new Set([...Object.keys(getState().forms), ...Object.keys(getState().unsaved)]))
    setForm(await readForm(file));
  await saveAllTyped();
}

function handleKey(event: KeyboardEvent) {
  if (event.defaultPrevented) return;
  const letter = event.key.toLowerCase();
  if (event.key === "F8") {
    event.preventDefault();
    return goToProblem(event.shiftKey ? -1 : 1);
  }
  const { focused, unsaved } = getState();
  const typed = focused && unsaved[focused.file]?.edits[focused.path];
  if (event.key === "Escape" && focused && typed) {
    if (confirm(`Discard what you typed in ${typed.label}?`)) revertField(focused);
    return;
  }
  if (!hasControlKey(event)) return;
  if (letter === "s") {
    event.preventDefault();
    saveAllTyped();
  }
  // In a field with unsaved edits, the browser's own undo comes first.
  if ((letter === "z" || letter === "y") && !typed) {
    event.preventDefault();
    undoOrRedo(letter === "y" || event.shiftKey ? "redo" : "undo");
  }
}
