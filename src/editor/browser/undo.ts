import { attempt, readForm, readSite, undo } from "./api-client.ts";
import { enqueue, setForm } from "./save.ts";
import { getState, setState } from "./state.ts";

/** Runs after queued saves, so that `site.undo` is current. */
export const undoOrRedo = (which: "undo" | "redo") =>
  enqueue(async () => {
    const last = getState().site?.[which];
    if (last) await attempt(() => sendUndo(last.id, false));
  });

export const undoChange = (id: string, since = false) => enqueue(() => attempt(() => sendUndo(id, since)));

/** An undo is itself a change. When the server refuses it, the message says why. */
async function sendUndo(id: string, since: boolean) {
  const response = await undo({ id, ...(since && { since }) });
  if (response.status === 409) return setState({ errorMessage: response.body.message });
  for (const file of response.body.files) if (getState().forms[file]) setForm(await readForm(file));
  setState({
    site: await readSite(),
    savedAt: null,
    draftSpot: null,
    errorMessage: null,
    announcement: response.body.changes.at(-1)?.words ?? "",
  });
}
