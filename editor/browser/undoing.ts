import { readForm, readSite, takeBack } from "./ask.ts";
import { inTurn, setForm } from "./saving.ts";
import { change, now } from "./state.ts";

export const takeBackLast = (which: "undo" | "redo") => {
  const last = now().site?.[which];
  return last ? takeBackChange(last.id) : Promise.resolve();
};

/** Taking back is itself a change; where it cannot be, the words say why and lead to the field. */
export function takeBackChange(id: string, since = false) {
  return inTurn(async () => {
    const answer = await takeBack({ id, ...(since && { since }) });
    if (answer.status === 409) return change({ refused: answer.body.words });
    for (const file of answer.body.files) if (now().forms[file]) setForm(await readForm(file));
    const label = answer.body.changes.at(-1)?.label ?? "";
    change({ site: await readSite(), saved: null, kept: null, refused: null, spoken: `Taken back: ${label}` });
  });
}
