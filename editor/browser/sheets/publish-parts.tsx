import type { Change, Publishing } from "../../shapes.ts";
import { goToField } from "../going.ts";
import { Icon } from "../icon.tsx";
import { Became } from "./sheet.tsx";

/** What goes live, line by line. */
export function What({ changes, verb }: { changes: Change[]; verb: string }) {
  return (
    <ul className="what">
      {changes.map((one) => (
        <li key={one.id}>
          <div>
            <p>
              <b>{one.title}</b>, {one.label}
            </p>
            <Became {...one} words={one.words} verb={verb} />
          </div>
          <button className="text-button" type="button" onClick={() => goToField(one)}>
            Show
            <span className="vh">
              : {one.title}, {one.label}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const before: Publishing["steps"] = [
  { name: "Words", words: "Nothing that may not be said", state: "next" },
  { name: "Links", words: "Every one leads somewhere", state: "next" },
  { name: "Pictures", words: "Upright, described, not too large", state: "next" },
  { name: "Pages", words: "All made anew, aside", state: "next" },
];

const says = { next: "", working: "working", done: "done", stopped: "stopped" };

/** The one box at the right: what is checked, and what can be done. */
export function Checks({
  title,
  publishing,
  children,
}: {
  title: string;
  publishing: Publishing;
  children: React.ReactNode;
}) {
  return (
    <aside className="aside" aria-labelledby="checks">
      <h2 id="checks">{title}</h2>
      <ul className="checks">
        {(publishing.steps.length ? publishing.steps : before).map(({ name, words, state }) => (
          <li key={name} data-bad={state === "stopped" || undefined}>
            {state === "working" ? (
              <i className="spin" />
            ) : (
              <Icon name={state === "done" ? "tick" : state === "stopped" ? "mend" : "next"} />
            )}
            <p>
              {name}
              <span>{words}</span>
            </p>
            <span className="small soft">{says[state]}</span>
          </li>
        ))}
      </ul>
      {children}
    </aside>
  );
}

export function Progress({ publishing: { steps } }: { publishing: Publishing }) {
  const done = steps.filter(({ state }) => state === "done").length;
  const now = Math.round((100 * (done + 0.5)) / Math.max(1, steps.length));
  return (
    <div
      className="meter"
      role="progressbar"
      aria-valuenow={now}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-label="Publishing"
    >
      <i style={{ width: `${now}%` }} />
    </div>
  );
}

export function Details({ text }: { text: string }) {
  return (
    <details className="small details">
      <summary>For the person who helps you</summary>
      <p className="soft">Copy this and send it on. It holds no client’s words.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to be reached for that */}
      <pre tabIndex={0}>{text}</pre>
    </details>
  );
}
