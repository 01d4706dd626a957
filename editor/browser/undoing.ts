import { readForm, readSite, takeBack } from "./ask.ts";
import { inTurn, setForm } from "./saving.ts";
import { change, now } from "./state.ts";

/** What is last is known once what was asked before is done. */
export const takeBackLast = (which: "undo" | "redo") =>
  inTurn(async () => {
    const last = now().site?.[which];
    if (last) await take(last.id, false);
  });

export const takeBackChange = (id: string, since = false) => inTurn(() => take(id, since));

/** Taking back is itself a change; where it cannot be, the words say why. */
async function take(id: string, since: boolean) {
  const answer = await takeBack({ id, ...(since && { since }) });
  if (answer.status === 409) return change({ refused: answer.body.words });
  for (const file of answer.body.files) if (now().forms[file]) setForm(await readForm(file));
  change({
    site: await readSite(),
    saved: null,
    kept: null,
    refused: null,
    spoken: answer.body.changes.at(-1)?.words ?? "",
  });
}
