import { useState } from "react";
import type { Conflict, Disagreement } from "../../shapes.ts";
import { goTo } from "../going.ts";
import { inTurn, send, setForm } from "../saving.ts";
import { change, now } from "../state.ts";
import { clock } from "../words.ts";
import { Sheet } from "./sheet.tsx";

type Side = "mine" | "theirs";

/** Asked only where both changed; what changed on one side alone comes along. */
export function Conflicted({ conflict }: { conflict: Conflict }) {
  const { both, theirs, title, at } = conflict;
  const [sides, setSides] = useState<Side[]>(both.map(() => "mine"));
  const finish = (chosen: Side[]) => inTurn(() => settleConflict(conflict, chosen));
  const save = [
    ...sides.map((side) => (side === "mine" ? "mine" : "the other")),
    ...(theirs.length ? ["what came along"] : []),
  ];
  return (
    <Sheet
      title="Changed in two places at once"
      lede={`While you were writing, ${title} was changed outside this window, at ${clock(at)}. Nothing was overwritten. Choose for each, or take one side whole.`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          finish(sides);
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
                    : `saved at ${clock(at)} by another window or program`}
                </p>
              </header>
              <dl>
                {both.map((one, place) => (
                  <Choice
                    key={one.path}
                    one={one}
                    side={side}
                    chosen={sides[place] === side}
                    choose={() => setSides(sides.with(place, side))}
                  />
                ))}
                {theirs.map(({ path, label, words }) => (
                  <div className="same" key={path}>
                    <dt>{label}</dt>
                    <dd>
                      {side === "mine" ? (
                        <span className="small">not changed here</span>
                      ) : (
                        <>
                          <ins>{words}</ins> <span className="small">changed only there: comes along by itself</span>
                        </>
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
              <footer>
                <button
                  className="button button--line button--full"
                  type="button"
                  onClick={() => finish(both.map(() => side))}
                >
                  {side === "mine" ? "Keep all of mine" : "Take all of the other"}
                </button>
              </footer>
            </section>
          ))}
        </div>
        <div className="line line--apart decide">
          <p className="soft">
            {both.length > 0 &&
              `Before both: ${both.map(({ label, before }) => `${label}, ${before || "nothing"}`).join("; ")}. `}
            Whatever you choose, the side you leave stays in History.
          </p>
          <button className="button button--big" type="submit">
            Save: {save.join(", ")}
          </button>
        </div>
      </form>
    </Sheet>
  );
}

function Choice({ one, side, chosen, choose }: { one: Disagreement; side: Side; chosen: boolean; choose(): void }) {
  return (
    <div>
      <dt>{one.label}</dt>
      <dd>
        <label className="line line--top">
          <input type="radio" name={one.path} checked={chosen} onChange={choose} />
          <ins>{one[side] || "Nothing"}</ins>
        </label>
      </dd>
    </div>
  );
}

async function settleConflict({ file, both, mine, version, form }: Conflict, chosen: Side[]) {
  const kept = both.filter((_, at) => chosen[at] === "mine").flatMap(({ edits }) => edits);
  const left = both.map(({ label, ...sides }, at) => ({
    label,
    words: sides[chosen[at] === "mine" ? "theirs" : "mine"],
  }));
  const { [file]: _, ...unsaved } = now().unsaved;
  setForm(form);
  change({ conflict: null, unsaved });
  const edits = [...mine, ...kept];
  const first = both[0] ?? { label: form.title, path: "" };
  await send(file, edits, first.label, version, { file, path: first.path }, left);
  const entry = now().site?.entries.find(({ files }) => files.includes(file));
  if (entry) goTo({ name: "words", entry: entry.id });
}
