import { useState } from "react";
import type { Conflict } from "../../api/api-types.ts";
import { formatTime } from "../format.ts";
import { goTo } from "../navigation.ts";
import { Button } from "../parts.tsx";
import { enqueue, sendEdits, setForm } from "../save.ts";
import { getState, setState } from "../state.ts";
import { Sheet } from "./sheet.tsx";

type Side = "mine" | "theirs";

/** Asks about the fields that both sides changed. Changes of one side alone are merged without a question. */
export function ConflictSheet({ conflict }: { conflict: Conflict }) {
  const { bothChanged, theirs, title, at } = conflict;
  const [sides, setSides] = useState<Side[]>(bothChanged.map(() => "mine"));
  const resolve = (chosen: Side[]) => enqueue(() => resolveConflict(conflict, chosen));
  const choices = [
    ...sides.map((side) => (side === "mine" ? "mine" : "the other")),
    ...(theirs.length ? ["the other changes"] : []),
  ];
  return (
    <Sheet
      title="Changed in two places at once"
      lede={`While you were writing, ${title} was changed outside this window, at ${formatTime(at)}. Nothing was overwritten. Choose one for each, or keep everything from one side.`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          resolve(sides);
        }}
      >
        <div className="two">
          {(["mine", "theirs"] as const).map((side) => (
            <section
              className="side"
              key={side}
              data-lit={side === "mine" || undefined}
              aria-labelledby={`side-${side}`}
            >
              <header>
                <h2 id={`side-${side}`}>{side === "mine" ? "Yours" : "The other"}</h2>
                <p className="small soft">
                  {side === "mine"
                    ? "in this window, not saved yet"
                    : `saved at ${formatTime(at)} by another window or program`}
                </p>
              </header>
              <dl>
                {bothChanged.map(({ path, label, ...words }, index) => (
                  <div key={path}>
                    <dt>{label}</dt>
                    <dd>
                      <label className="line line--top">
                        <input
                          type="radio"
                          name={path}
                          checked={sides[index] === side}
                          onChange={() => setSides(sides.with(index, side))}
                        />
                        <ins>{words[side] || "Nothing"}</ins>
                      </label>
                    </dd>
                  </div>
                ))}
                {theirs.map(({ path, label, after }) => (
                  <div className="same" key={path}>
                    <dt>{label}</dt>
                    <dd>
                      {side === "mine" ? (
                        <span className="small">not changed here</span>
                      ) : (
                        <>
                          <ins>{after}</ins> <span className="small">changed only there, and kept</span>
                        </>
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
              <footer>
                <Button look="line full" onClick={() => resolve(bothChanged.map(() => side))}>
                  {side === "mine" ? "Keep all of mine" : "Keep all of the other"}
                </Button>
              </footer>
            </section>
          ))}
        </div>
        <div className="line line--apart decide">
          <p className="soft">
            {bothChanged.length > 0 &&
              `Before both: ${bothChanged.map(({ label, before }) => `${label}, ${before || "nothing"}`).join("; ")}. `}
            What you do not choose is kept in History.
          </p>
          <button className="button button--big" type="submit">
            Save: {choices.join(", ")}
          </button>
        </div>
      </form>
    </Sheet>
  );
}

async function resolveConflict({ file, bothChanged, mine, version, form }: Conflict, chosen: Side[]) {
  const chosenEdits = bothChanged.filter((_, at) => chosen[at] === "mine").flatMap(({ edits }) => edits);
  const left = bothChanged.map(({ label, ...sides }, at) => ({
    label,
    words: sides[chosen[at] === "mine" ? "theirs" : "mine"],
  }));
  const { [file]: _, ...unsaved } = getState().unsaved;
  setForm(form);
  setState({ conflict: null, unsaved });
  const edits = [...mine, ...chosenEdits];
  const first = bothChanged[0] ?? { label: form.title, path: "" };
  await sendEdits({ file, path: first.path }, edits, first.label, version, left);
  const entry = getState().site?.entries.find(({ files }) => files.includes(file));
  if (entry) goTo({ name: "words", entry: entry.id });
}
