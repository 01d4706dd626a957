import { useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { LaunchStatus, LaunchTask, Problem, Site } from "../../api/api-types.ts";
import { formatContentDay, isRecord, keysOf, pathOf } from "../../formats/values.ts";
import { readLaunch, recordLaunch } from "../api-client.ts";
import { ConfirmButton } from "../fields/text-field.tsx";
import { listBlocking, pluralize } from "../format.ts";
import { goTo, goToField } from "../navigation.ts";
import { Button, Labelled } from "../parts.tsx";
import { saveWithButton } from "../save.ts";
import { useEditorState } from "../state.ts";
import { Sheet, useAnswer } from "./sheet.tsx";

/** Everything that waits for the owner: what to fix before she publishes, and then what is left before the launch. */
export function ToDoSheet({ site: { problems, version } }: { site: Site }) {
  const launch = useAnswer(readLaunch, version);
  if (!launch) return <Sheet title="To do" lede="Looking through every page…" />;
  const { ready, launched, doneCount } = launch;
  // What stops publishing may also be on the list of the launch.
  const isToFix = (task: LaunchTask) => problems.some(({ file, path }) => file === task.file && path === task.path);
  const groups = launch.groups.map((group) => ({ ...group, tasks: group.tasks.filter((task) => !isToFix(task)) }));
  const left = groups.filter(({ name }) => name !== "optional").flatMap(({ tasks }) => tasks);
  const recordIt = async (initials: string) => {
    await recordLaunch(initials);
    goTo("publish");
  };
  return (
    <Sheet positive={!problems.length && (ready || launched !== null)} {...describeSituation(problems, launch, left)}>
      {!launched && (
        <p className="note">
          <progress value={doneCount} max={doneCount + left.length} aria-label="Done before the launch" /> {doneCount}{" "}
          of {doneCount + left.length} are done.
        </p>
      )}
      <TaskList
        name="problems"
        title="To fix first"
        tasks={problems.map((problem) => ({ ...problem, ...problem.mendAt }))}
        minutesEach={1}
      />
      {groups.map((group) => (
        <TaskList key={group.name} {...group} />
      ))}
      {ready && !launched && <SignedForm action="Publish, and let search engines in" onSigned={recordIt} />}
    </Sheet>
  );
}

/** Where the site stands, and what comes next. */
function describeSituation(problems: Problem[], { ready, launched, onInternet }: LaunchStatus, left: LaunchTask[]) {
  const own = left.filter(({ file }) => file);
  if (problems.length)
    return {
      title: `${pluralize(problems.length, "thing")} to fix`,
      lede: `Each line leads to its field. ${listBlocking({ problems }).length ? "Until they are fixed, publishing waits." : "Publishing does not wait for them."}`,
    };
  if (launched)
    return {
      title: onInternet ? "The site is public" : "Launched. Publish to put it on the internet.",
      lede: `Launched on ${launched.date} by ${launched.initials}. A launched site stays public: if a word is not allowed, the editor says so at its field, and never takes your site down.`,
    };
  if (ready)
    return {
      title: "The site is ready to go public",
      lede: "All is done. The word check found nothing. Whether a claim is true, only you know. You see what changes before it is public.",
    };
  if (own.length)
    return {
      title: `${pluralize(own.length, "thing")} before the site goes public`,
      lede: "Until then search engines are asked to stay away. Each line leads to its field. Most take a minute; you can stop at any time.",
    };
  return {
    title: "Nothing is left for you to do",
    lede: "The person who runs the server still has something to set. Until then search engines are asked to stay away.",
  };
}

/** What is signed with her initials. */
function SignedForm({ action, onSigned }: { action: string; onSigned: (initials: string) => Promise<unknown> }) {
  const [typed, setTyped] = useState("");
  const initials = typed.trim();
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <Labelled label="Your initials" maxLength={4} value={typed} onChange={setTyped} />
      <div className="line line--after">
        <Button type="submit" isDisabled={!initials} save={() => onSigned(initials)}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** The first lines of a long list; the others are folded away. */
const initialCount = 4;

export function TaskList({ name, title, minutesEach, tasks }: LaunchStatus["groups"][number]) {
  if (!tasks.length) return null;
  const rows = tasks.map((task) => (
    <TaskRow key={`${task.file}:${task.path}:${task.message}`} task={task} icon={taskIcons[name] ?? icons.pending} />
  ));
  return (
    <section className="todo">
      <h2>
        {title}
        <span>
          {name === "optional"
            ? "you can launch without them"
            : `${tasks.length} left${duration(minutesEach * tasks.length)}`}
        </span>
      </h2>
      <HideWaiting tasks={tasks.filter(({ hides }) => hides)} />
      <RemoveSampleReviews tasks={tasks.filter(({ isSampleReview }) => isSampleReview)} />
      <ul>{rows.slice(0, initialCount)}</ul>
      {rows.length > initialCount && (
        <details>
          <summary className="todo__line">
            <Icon shape={icons.chevronRight} className="chevron" />
            <b>{rows.length - initialCount} more</b>
          </summary>
          <ul>{rows.slice(initialCount)}</ul>
        </details>
      )}
    </section>
  );
}

const duration = (minutes: number) => (minutes ? `, about ${pluralize(Math.ceil(minutes), "minute")}` : "");

/** The list or the group that holds what a task is about. */
const around = ({ file, path }: LaunchTask) => ({ file: file ?? "", path: pathOf(keysOf(path).slice(0, -1)) });

/** Answers every question whose papers are not there yet with no, which takes down what waits for it. */
function HideWaiting({ tasks: [first, ...others] }: { tasks: LaunchTask[] }) {
  const timeZone = useEditorState().site?.timeZone ?? "UTC";
  if (!first) return null;
  const waiting = [first, ...others];
  const words = [...new Set(waiting.flatMap(({ hides = [] }) => hides))].join(", ");
  // One save, which one undo takes back.
  const hide = (initials: string) =>
    saveWithButton(around(first), "Hidden until the papers are there", (questions) => {
      if (!isRecord(questions)) return undefined;
      const answer = "No, not yet: its papers are not there.";
      const signed = { answer, date: formatContentDay(new Date(), timeZone), initials, offer: false };
      const ids = waiting.map((task) => String(keysOf(task.path).at(-1)));
      const answered = ids.map((id) => [id, { ...(questions[id] as object), ...signed }]);
      return { value: { ...questions, ...Object.fromEntries(answered) }, words };
    });
  return (
    <>
      <p>Some of these wait for papers. You can open without what they are about, and answer them later: {words}.</p>
      <SignedForm action="Hide all that wait for papers" onSigned={hide} />
    </>
  );
}

/** Takes out every invented review. Real ones stay, also those that are not on the site yet. */
function RemoveSampleReviews({ tasks: [first] }: { tasks: LaunchTask[] }) {
  if (!first) return null;
  const remove = () =>
    saveWithButton(around(first), "Sample reviews", (reviews) => {
      if (!Array.isArray(reviews)) return undefined;
      const real = reviews.filter((review) => !isRecord(review) || review.source !== "sample");
      const count = pluralize(reviews.length - real.length, "sample review was", "sample reviews were");
      return { value: real, words: `${count} taken out` };
    });
  return (
    <p>
      <Button look="line" save={remove}>
        Take out all sample reviews
      </Button>
    </p>
  );
}

/** The seven answers of a treatment, which are confirmed together once they are read. */
function Answers({ task: { file, path, label, title, answers = [] } }: { task: LaunchTask }) {
  const words = `The ${answers.length} answers are right`;
  const confirm = () => saveWithButton({ file: file ?? "", path }, label, () => ({ value: "settled", words }));
  return (
    <details>
      <summary className="todo__line">
        <Icon shape={icons.chevronRight} className="chevron" />
        Read the {answers.length} answers
        <span className="sr-only">: {title}</span>
      </summary>
      <dl className="answers">
        {answers.map((one) => (
          <div key={one.label}>
            <dt>
              {one.label}: {one.answer}
            </dt>
            <dd>{one.reason}</dd>
          </div>
        ))}
      </dl>
      <Button look="small" about={title} save={confirm}>
        All of them are right
      </Button>
    </details>
  );
}

const taskIcons: Record<string, icons.IconShape> = {
  problems: icons.warning,
  questions: icons.question,
  placeholders: icons.sample,
  reviews: icons.sample,
  gallery: icons.sample,
  facts: icons.guess,
  optional: icons.add,
};

export function TaskRow({ task, icon }: { task: LaunchTask; icon: icons.IconShape }) {
  const { file, path, title, label, message, canConfirm, answers } = task;
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
    <li>
      <button className="todo__line" type="button" onClick={() => goToField({ file, path })}>
        {what}
        <Icon shape={icons.arrowRight} />
        {message && <span className="todo__text">{message}</span>}
      </button>
      {answers && <Answers task={task} />}
      {canConfirm && <ConfirmButton address={{ file, path }} label={label} about={`${title}, ${label}`} />}
    </li>
  );
}
