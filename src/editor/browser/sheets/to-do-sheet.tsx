import { type SubmitEvent, useId, useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { LaunchStatus, LaunchTask, Problem, Site } from "../../api/api-types.ts";
import { formatContentDay, isRecord, keysOf, pathOf, valueAt } from "../../formats/values.ts";
import { readLaunch, recordLaunch } from "../api-client.ts";
import { ConfirmButton } from "../fields/fact-field.tsx";
import { pluralize } from "../format.ts";
import { goTo, goToField, loadForm } from "../navigation.ts";
import { Button, SavingButton, useSaving } from "../parts.tsx";
import { saveWithButton } from "../save.ts";
import { useEditorState, useShownProblems } from "../state.ts";
import { Sheet, useAnswer } from "./sheet.tsx";

/** Everything that waits for the owner: what to fix before she publishes, and then what is left before the launch. */
export function ToDoSheet({ site }: { site: Site }) {
  const launch = useAnswer(readLaunch, site.version);
  const problems = useShownProblems(site.problems);
  if (!launch) return <Sheet title="To do" lede="Looking through every page…" />;
  const { ready, launched, doneCount } = launch;
  // What stops publishing may also be on the list of the launch.
  const isToFix = (task: LaunchTask) => problems.some(({ file, path }) => file === task.file && path === task.path);
  const groups = launch.groups.map((group) => ({ ...group, tasks: group.tasks.filter((task) => !isToFix(task)) }));
  const recordIt = async (initials: string) => {
    await recordLaunch(initials);
    goTo({ name: "publish", id: "" });
  };
  const left = groups.filter(({ name }) => name !== "optional").flatMap(({ tasks }) => tasks);
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
      lede: "Each line leads to its field. Until they are fixed, publishing waits.",
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
  const id = useId();
  const [initials, setInitials] = useState("");
  const [isSaving, start] = useSaving();
  const sign = (event: SubmitEvent) => {
    event.preventDefault();
    start(() => onSigned(initials.trim()));
  };
  return (
    <form className="line line--after" onSubmit={sign}>
      <label className="label" htmlFor={id}>
        Your initials
      </label>
      <input
        className="input input--initials"
        id={id}
        maxLength={4}
        required
        pattern=".*\S.*"
        value={initials}
        onChange={(event) => setInitials(event.target.value)}
      />
      <Button type="submit" isDisabled={isSaving}>
        {isSaving ? "Saving…" : action}
      </Button>
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
      {tasks.some(({ hides }) => hides) && <HideWaiting tasks={tasks} />}
      {tasks.some(({ isSampleReview }) => isSampleReview) && <RemoveSampleReviews tasks={tasks} />}
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

/** Answers every question whose papers are not there yet with no, which takes down what waits for it. */
function HideWaiting({ tasks }: { tasks: LaunchTask[] }) {
  const timeZone = useEditorState(({ site }) => site?.timeZone ?? "UTC");
  const waiting = tasks.filter(({ hides }) => hides);
  const names = [...new Set(waiting.flatMap(({ hides = [] }) => hides))].join(", ");
  const hide = async (initials: string) => {
    const [{ file, path } = { file: null, path: "" }] = waiting;
    if (!file) return;
    const keys = keysOf(path).slice(0, -1);
    const questions = valueAt((await loadForm(file)).values, keys);
    if (!isRecord(questions)) return;
    const answer = "No, not yet: its papers are not there.";
    const signed = { answer, date: formatContentDay(new Date(), timeZone), initials, offer: false };
    const ids = waiting.map((task) => String(keysOf(task.path).at(-1)));
    const answered = ids.map((id) => [id, { ...(questions[id] as object), ...signed }]);
    // One save, which one undo takes back.
    const next = { ...questions, ...Object.fromEntries(answered) };
    await saveWithButton({ file, path: pathOf(keys) }, "Hidden until the papers are there", next, names);
  };
  return (
    <>
      <p>Some of these wait for papers. You can open without what they are about, and answer them later: {names}.</p>
      <SignedForm action="Hide all that wait for papers" onSigned={hide} />
    </>
  );
}

/** Takes out every invented review. Real ones stay, also those that are not on the site yet. */
function RemoveSampleReviews({ tasks }: { tasks: LaunchTask[] }) {
  const samples = tasks.filter(({ isSampleReview }) => isSampleReview);
  const remove = async () => {
    const [{ file, path } = { file: null, path: "" }] = samples;
    if (!file) return;
    const list = keysOf(path).slice(0, -1);
    const reviews = valueAt((await loadForm(file)).values, list);
    if (!Array.isArray(reviews)) return;
    const real = reviews.filter((review) => !isRecord(review) || review.source !== "sample");
    const words = `${pluralize(reviews.length - real.length, "sample review was", "sample reviews were")} taken out`;
    await saveWithButton({ file, path: pathOf(list) }, "Sample reviews", real, words);
  };
  return (
    <p>
      <SavingButton look="line" save={remove}>
        Take out all sample reviews
      </SavingButton>
    </p>
  );
}

/** The seven answers of a treatment, which are confirmed together once they are read. */
function Answers({ task: { file, path, label, title, answers = [] } }: { task: LaunchTask }) {
  const confirm = async () => {
    if (!file) return;
    await loadForm(file);
    await saveWithButton({ file, path }, label, "settled", `The ${answers.length} answers are right`);
  };
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
      <SavingButton look="small" about={title} save={confirm}>
        All of them are right
      </SavingButton>
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
    <li className={canConfirm ? "todo__with-button" : ""}>
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
