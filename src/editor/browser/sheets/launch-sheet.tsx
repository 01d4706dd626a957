import { type SubmitEvent, useEffect, useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { LaunchStatus, LaunchTask } from "../../api/api-types.ts";
import { attempt, readLaunch, recordLaunch } from "../api-client.ts";
import { ConfirmButton } from "../fields/fact-field.tsx";
import { pluralize, withFullStop } from "../format.ts";
import { goTo, goToField } from "../navigation.ts";
import { Button } from "../parts.tsx";
import { useEditorState } from "../state.ts";
import { Aside, CheckLine, Meter, Sheet } from "./sheet.tsx";

export function LaunchSheet() {
  const [state, setState] = useState<LaunchStatus | null>(null);
  const site = useEditorState((editor) => editor.site);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tasks are read again whenever something was saved
  useEffect(() => {
    readLaunch().then(setState);
  }, [site]);
  if (!state) return <Sheet title="Before the site goes public" lede="Looking through every page…" />;
  const left = state.groups.flatMap(({ items }) => items);
  const done = state.groups.reduce((count, group) => count + group.doneCount, 0);
  const all = left.length + done;
  if (state.launched || state.ready) return <LaunchReady state={state} all={all} onLaunched={setState} />;
  const ownerTasks = left.filter(({ file }) => file);
  const [next] = ownerTasks;
  return (
    <Sheet
      title={
        ownerTasks.length
          ? `${pluralize(ownerTasks.length, "thing")} before the site goes public`
          : "Nothing is left for you to do"
      }
      lede={
        ownerTasks.length
          ? "Until then search engines are asked to stay away. Each line leads to its field."
          : "The person who runs the server still has something to set. Until then search engines are asked to stay away."
      }
      split="split split--top"
      aside={
        <Aside title={`${done} of ${all} done`}>
          <Meter value={done} max={all} label={`${done} of ${all} done`} />
          <ul className="tally">
            {state.groups.map(({ name, title, items }) => (
              <li key={name}>
                <span>{title}</span>
                <b>{items.length ? `${items.length} left` : "none"}</b>
              </li>
            ))}
          </ul>
          {next && (
            <>
              <Button look="full" onClick={() => openTask(next)}>
                Go to the next one
                <Icon shape={icons.arrowRight} />
              </Button>
              <p className="note">
                {withFullStop(`Next: ${next.label}`)} Most take a minute; you can stop at any time.
              </p>
            </>
          )}
        </Aside>
      }
    >
      {state.groups.map(({ doneCount, ...group }) => (
        <TaskList key={group.name} {...group} progress={`${doneCount} of ${doneCount + group.items.length} done`} />
      ))}
      <TaskList
        name="worth"
        title="Worth adding"
        progress="optional; you can launch without them"
        items={state.worthAdding}
      />
    </Sheet>
  );
}

interface LaunchReadyProps {
  state: LaunchStatus;
  all: number;
  onLaunched(state: LaunchStatus): void;
}

function LaunchReady({ state, all, onLaunched }: LaunchReadyProps) {
  const [initials, setInitials] = useState("");
  const launch = (event: SubmitEvent) => {
    event.preventDefault();
    if (!initials.trim()) return;
    attempt(async () => {
      onLaunched(await recordLaunch(initials.trim()));
      goTo({ name: "publish" });
    });
  };
  return (
    <Sheet
      positive
      title={
        !state.launched
          ? "The site is ready to go public"
          : state.onInternet
            ? "The site is public"
            : "Launched. Publish to put it on the internet."
      }
      lede={
        state.launched
          ? `Launched on ${state.launched.date} by ${state.launched.initials}.`
          : `All ${all} are done. The check of words found nothing. Whether every claim is true, only you know.`
      }
      aside={
        <Aside title="After today">
          <p>
            A launched site stays public. If a word is not allowed, the editor says so at its field. It never takes your
            site down.
          </p>
          {state.worthAdding.length > 0 && (
            <p className="note">
              <b>Worth adding, when you like:</b> {countedLabels(state.worthAdding).join("; ")}.
            </p>
          )}
        </Aside>
      }
    >
      <Meter value={all} max={all} label={`${all} of ${all} done`} />
      <ul className="checks">
        {state.groups.map(({ name, title, doneCount, items }) => (
          <CheckLine
            key={name}
            icon={items.length ? icons.warning : icons.tick}
            name={title}
            detail={items.map(({ message }) => message).join(" ") || (doneCount ? `${doneCount} done` : "None left")}
          />
        ))}
      </ul>
      {!state.launched && (
        <form className="line line--after" onSubmit={launch}>
          <label className="label" htmlFor="initials">
            Your initials
          </label>
          <input
            className="input input--initials"
            id="initials"
            maxLength={4}
            value={initials}
            onChange={(event) => setInitials(event.target.value)}
          />
          <button className="button button--big" type="submit" aria-disabled={initials.trim() ? undefined : true}>
            Publish, and let search engines in
            <Icon shape={icons.arrowRight} />
          </button>
          <span className="soft">You see what changes first.</span>
        </form>
      )}
    </Sheet>
  );
}

/** Each label once, with the number of places: "Price from (18)". */
function countedLabels(tasks: LaunchTask[]): string[] {
  const counts = new Map<string, number>();
  for (const { label } of tasks) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([label, count]) => (count > 1 ? `${label} (${count})` : label));
}

const initialCount = 4;

const openTask = ({ file, path }: LaunchTask) => file && goToField({ file, path });

const taskIcons: Record<string, icons.IconShape> = {
  questions: icons.question,
  placeholders: icons.sample,
  reviews: icons.sample,
  gallery: icons.sample,
  facts: icons.guess,
  worth: icons.add,
};

interface TaskListProps {
  name: string;
  title: string;
  progress: string;
  items: LaunchTask[];
}

function TaskList({ name, title, progress, items }: TaskListProps) {
  const [showAll, setShowAll] = useState(false);
  if (!items.length) return null;
  const visible = showAll ? items : items.slice(0, initialCount);
  return (
    <section className="todo seam">
      <h2>
        {title}
        <span>{progress}</span>
      </h2>
      <ul>
        {visible.map((task) => (
          <TaskRow
            key={`${task.file}:${task.path}:${task.message}`}
            task={task}
            icon={taskIcons[name] ?? icons.pending}
            add={name === "worth"}
          />
        ))}
        {items.length > visible.length && (
          <li>
            <button className="todo__line" type="button" onClick={() => setShowAll(true)}>
              <Icon shape={icons.pending} />
              <b>{items.length - visible.length} more</b>
              <span>Show</span>
              <Icon shape={icons.chevronDown} />
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}

function TaskRow({ task, icon, add }: { task: LaunchTask; icon: icons.IconShape; add: boolean }) {
  const { file, path, title, label, message, canConfirm } = task;
  const what = (
    <>
      <Icon shape={icon} />
      <b>
        {label} <small>{title}</small>
      </b>
    </>
  );
  if (!file) {
    return (
      <li className="todo__line">
        {what}
        <span className="todo__text">{message} For the person who runs the server.</span>
      </li>
    );
  }
  return (
    <li className={canConfirm ? "has" : ""}>
      <button className="todo__line" type="button" onClick={() => openTask(task)}>
        {what}
        <span>{add ? "Add" : "Open"}</span>
        <Icon shape={icons.arrowRight} />
        {message && <span className="todo__text">{message}</span>}
      </button>
      {canConfirm && <ConfirmButton spot={{ file, path }} label={label} about={`${title}, ${label}`} />}
    </li>
  );
}
