import { useEffect, useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Change, History, Site } from "../../api/api-types.ts";
import { readHistory } from "../api-client.ts";
import { formatDay, formatTime, places, withFullStop } from "../format.ts";
import { goToField } from "../navigation.ts";
import { Button } from "../parts.tsx";
import { undoChange } from "../save.ts";
import { setState } from "../state.ts";
import { Aside, ChangeText, hasText, Sheet } from "./sheet.tsx";

export function HistorySheet({ site }: { site: Site }) {
  const [history, setHistory] = useState<History | null>(null);
  const [chosen, setChosen] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the history is read again whenever something was saved, undone or published
  useEffect(() => {
    readHistory().then(setHistory);
  }, [site]);
  const changes = history?.changes ?? [];
  const selected =
    changes.find(({ id }) => id === chosen) ?? changes.find(({ undone, undoes }) => !undone && !undoes) ?? changes[0];
  if (history && !changes.length)
    return <Sheet positive title="Nothing has been changed yet" lede="Every save is kept here, and can be undone." />;
  return (
    <Sheet
      title="What changed"
      lede="Every save is kept. Undoing one is a change too, so nothing is ever lost."
      split="split split--history"
      aside={selected && <ChangeDetails selected={selected} since={changesSince(changes, selected)} />}
    >
      {groupByDay(history).map(({ name, lines }) => (
        <section key={name}>
          <h2 className="day-heading">{name}</h2>
          <ol className="change-log">
            {lines.map((line) =>
              typeof line === "string" ? (
                <li className="publication" key={line}>
                  <Icon shape={icons.live} />
                  Published at {formatTime(line)}. Everything below this line is live.
                </li>
              ) : (
                <ChangeRow
                  key={line.id}
                  line={line}
                  isSelected={line.id === selected?.id}
                  onSelect={() => setChosen(line.id)}
                />
              ),
            )}
          </ol>
        </section>
      ))}
    </Sheet>
  );
}

function ChangeRow({ line, isSelected, onSelect }: { line: Change; isSelected: boolean; onSelect(): void }) {
  return (
    <li data-current={isSelected || undefined}>
      <time dateTime={line.at}>{formatTime(line.at)}</time>
      <div>
        <p>
          <b>{line.title}:</b> {line.label}
          {line.elsewhere && <span className="soft"> (outside this window)</span>}
        </p>
        <ChangeText change={line} verb="became" />
      </div>
      {line.undone ? (
        <span className="small soft">undone</span>
      ) : (
        <Button look="text" about={`${line.title}, ${line.label}`} aria-pressed={isSelected} onClick={onSelect}>
          Undo this
        </Button>
      )}
    </li>
  );
}

function ChangeDetails({ selected, since }: { selected: Change; since: Change[] }) {
  return (
    <Aside
      title={selected.label}
      above={
        <p className="small soft">
          {formatDay(selected.at)} {formatTime(selected.at)}, {selected.published ? "live" : "not published yet"}
        </p>
      }
    >
      <dl className="two-versions">
        <div>
          <dt>Before</dt>
          <dd>{hasText(selected.before) ? <del>{selected.before}</del> : "Empty"}</dd>
        </div>
        <div>
          <dt>Since then</dt>
          <dd>{hasText(selected.after) ? <ins>{selected.after}</ins> : (selected.words ?? "Empty")}</dd>
        </div>
      </dl>
      {selected.undone ? (
        <p className="note">This was undone.</p>
      ) : (
        <div className="stack stack--close">
          <Button look="full" icon={icons.undo} onClick={() => undoChange(selected.id)}>
            Undo only this
          </Button>
          {since.length > 1 && (
            <Button look="line full" onClick={() => undoChange(selected.id, true)}>
              Undo everything since ({since.length})
            </Button>
          )}
        </div>
      )}
      {since.length > 1 && !selected.undone && (
        <p className="note">
          {withFullStop(`Everything since includes ${places(since)}`)} You see the page first, and publish when you are
          ready.
        </p>
      )}
      <p className="note">
        <Button
          look="text"
          onClick={() => {
            if (selected.address) setState({ previewPath: selected.address });
            goToField(selected);
          }}
        >
          Show this place on the page
        </Button>
      </p>
    </Aside>
  );
}

/** A change and all later ones that are not undone. */
const changesSince = (changes: Change[], selected: Change) =>
  changes.slice(0, changes.indexOf(selected) + 1).filter(({ undone, undoes }) => !undone && !undoes);

/** Groups the changes by day, newest first, with a line for each publication. */
function groupByDay(history: History | null) {
  const found: { name: string; lines: (Change | string)[] }[] = [];
  const published = [...(history?.publishedAt ?? [])].sort().reverse();
  const add = (at: string, line: Change | string) => {
    const name = formatDay(at);
    const last = found.at(-1);
    if (last?.name === name) last.lines.push(line);
    else found.push({ name, lines: [line] });
  };
  for (const line of history?.changes ?? []) {
    while (published[0] && published[0] >= line.at) add(published[0], published.shift() ?? "");
    add(line.at, line);
  }
  return found;
}
