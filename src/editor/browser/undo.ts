import { readForm, readSite, undo } from "./api-client.ts";
import { enqueue, setForm } from "./save.ts";
import { getState, setState } from "./state.ts";

/** What is last is known once what was asked before is done. */
export const undoOrRedo = (which: "undo" | "redo") =>
  enqueue(async () => {
    const last = getState().site?.[which];
    if (last) await sendUndo(last.id, false);
  });

export const undoChange = (id: string, since = false) => enqueue(() => sendUndo(id, since));

/** Taking back is itself a change; where it cannot be, the words say why. */
async function sendUndo(id: string, since: boolean) {
  const answer = await undo({ id, ...(since && { since }) });
  if (answer.status === 409) return setState({ errorMessage: answer.body.message });
  for (const file of answer.body.files) if (getState().forms[file]) setForm(await readForm(file));
  setState({
    site: await readSite(),
    saved: null,
    draftSpot: null,
    errorMessage: null,
    announcement: answer.body.changes.at(-1)?.words ?? "",
  });
}
