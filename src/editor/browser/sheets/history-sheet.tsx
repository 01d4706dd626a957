import type { MouseEvent } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Change, History } from "../../api/api-types.ts";
import { readHistory } from "../api-client.ts";
import { formatDay, formatTime } from "../format.ts";
import { goToField } from "../navigation.ts";
import { Button } from "../parts.tsx";
import { undoChange } from "../save.ts";
import { setState, useEditorState } from "../state.ts";
import { ChangeText, Sheet, useAnswer } from "./sheet.tsx";

export function HistorySheet() {
  // It is another site when something was saved, undone or published.
  const { site } = useEditorState();
  const history = useAnswer<History>(readHistory, site);
  const changes = history?.changes ?? [];
  if (history && !changes.length)
    return <Sheet positive title="Nothing has been changed yet" lede="Every save is kept here, and can be undone." />;
  return (
    <Sheet title="What changed" lede="Every save is kept. Undoing one is a change too, so nothing is ever lost.">
      {groupByDay(history).map(([name, lines]) => (
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
                <ChangeRow key={line.id} change={line} since={changesSince(changes, line)} />
              ),
            )}
          </ol>
        </section>
      ))}
    </Sheet>
  );
}

/** A save. What can be done about it is folded away. */
function ChangeRow({ change, since }: { change: Change; since: Change[] }) {
  const { id, undone, address } = change;
  const undo = ({ currentTarget }: MouseEvent, all: boolean) => {
    // The button goes with what it undoes.
    currentTarget.closest("details")?.querySelector("summary")?.focus();
    undoChange({ id, ...(all && { since: true }) });
  };
  const show = () => {
    if (address) setState({ previewPath: address });
    goToField(change);
  };
  return (
    <li>
      <details name="change">
        <summary className="change">
          <ChangeText change={change} verb="became" />
          {undone && <span className="small soft">undone</span>}
          <Icon shape={icons.chevronRight} className="chevron" />
        </summary>
        <div className="change__actions">
          <div className="line">
            {!undone && (
              <Button look="small" icon={icons.undo} onClick={(event) => undo(event, false)}>
                Undo only this
              </Button>
            )}
            {!undone && since.length > 1 && (
              <Button look="line small" onClick={(event) => undo(event, true)}>
                Undo everything since ({since.length})
              </Button>
            )}
            <Button look="text" onClick={show}>
              Show this place on the page
            </Button>
          </div>
        </div>
      </details>
    </li>
  );
}

/** A change and all later ones that are not undone. */
const changesSince = (changes: Change[], change: Change) =>
  changes.slice(0, changes.indexOf(change) + 1).filter(({ undone, undoes }) => !undone && !undoes);

/** The changes of each day, newest first, among the times of publishing. */
function groupByDay(history: History | null) {
  const days = new Map<string, (Change | string)[]>();
  const lines = [...(history?.publishedAt ?? []), ...(history?.changes ?? [])];
  const timeOf = (line: Change | string) => (typeof line === "string" ? line : line.at);
  for (const line of lines.sort((one, other) => timeOf(other).localeCompare(timeOf(one)))) {
    const name = formatDay(timeOf(line));
    days.set(name, [...(days.get(name) ?? []), line]);
  }
  return [...days];
}
