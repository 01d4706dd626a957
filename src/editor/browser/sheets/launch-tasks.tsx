import { useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { LaunchTask } from "../../api/api-types.ts";
import { ConfirmButton } from "../fields/fact-field.tsx";
import { goToField } from "../navigation.ts";

const initialCount = 4;

export const openTask = ({ file, path }: LaunchTask) => file && goToField({ file, path });

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

export function TaskList({ name, title, progress, items }: TaskListProps) {
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
