import "./style/editor.css";
import { createRoot } from "react-dom/client";
import type { EditorEvent } from "../api/api-types.ts";
import { readForm, readSession, readSite, showFailure, subscribe } from "./api-client.ts";
import { App } from "./app.tsx";
import { hasControlKey } from "./format.ts";
import { openView } from "./navigation.ts";
import { enqueue, saveAllTyped, saveOnRequest, setForm, undoOrRedo } from "./save.ts";
import { getState, restoreKept, setState } from "./state.ts";
import { editAt } from "./unsaved.ts";

const container = document.getElementById("editor");
if (container) createRoot(container).render(<App />);
start();

function start() {
  restoreKept();
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
  addEventListener("unhandledrejection", (event) => {
    showFailure(event.reason);
    event.preventDefault();
  });
  // A phone may end a window that is out of sight, and its field never loses the focus.
  document.addEventListener("visibilitychange", () => document.hidden && saveAllTyped());
}

async function handleEvent(event: EditorEvent) {
  const { site, forms } = getState();
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
  // A file may be gone, as with a treatment that was removed on another device. The words of all others are still saved.
  for (const file of new Set([...Object.keys(getState().forms), ...Object.keys(getState().unsaved)]))
    await readForm(file).then(setForm, showFailure);
  await saveAllTyped();
}

function handleKey(event: KeyboardEvent) {
  if (event.defaultPrevented || !hasControlKey(event)) return;
  const letter = event.key.toLowerCase();
  const { focused, unsaved } = getState();
  const typed = focused && editAt(unsaved[focused.file], focused.path);
  if (letter === "s") {
    event.preventDefault();
    saveOnRequest();
  }
  // Where words are typed and not saved yet, the browser's own undo comes first.
  const isTyping = typed && document.activeElement?.matches("input, textarea, [contenteditable=true]");
  if ((letter === "z" || letter === "y") && !isTyping) {
    event.preventDefault();
    undoOrRedo(letter === "y" || event.shiftKey ? "redo" : "undo");
  }
}
