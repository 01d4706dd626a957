import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Change, PublishStatus } from "../../api/api-types.ts";
import { Aside, ChangeText, Meter, PlaceLine } from "./sheet.tsx";

export function ChangeList({ changes, verb }: { changes: Change[]; verb: string }) {
  return (
    <ul className="what">
      {changes.map((one) => (
        <PlaceLine key={one.id} place={one} action="Show">
          <ChangeText change={one} verb={verb} />
        </PlaceLine>
      ))}
    </ul>
  );
}

const pendingSteps: PublishStatus["steps"] = [
  { name: "Words", detail: "No forbidden claims", state: "next" },
  { name: "Links", detail: "Every link works", state: "next" },
  { name: "Pictures", detail: "Described, and not too large", state: "next" },
  { name: "Pages", detail: "Prepared separately", state: "next" },
  { name: "Live", detail: "Looked at on your site, as a visitor would", state: "next" },
];

const stateLabels = { next: "", working: "working", done: "done", stopped: "stopped" };

interface CheckListProps {
  title: string;
  publishing: PublishStatus;
  children: React.ReactNode;
}

export function CheckList({ title, publishing, children }: CheckListProps) {
  return (
    <Aside title={title}>
      <ul className="checks">
        {(publishing.steps.length ? publishing.steps : pendingSteps).map(({ name, detail, state }) => (
          <li key={name} data-bad={state === "stopped" || undefined}>
            {state === "working" ? (
              <i className="spin" />
            ) : (
              <Icon shape={state === "done" ? icons.tick : state === "stopped" ? icons.warning : icons.pending} />
            )}
            <p>
              {name}
              <span>{detail}</span>
            </p>
            <span className="small soft">{stateLabels[state]}</span>
          </li>
        ))}
      </ul>
      {children}
    </Aside>
  );
}

export function Progress({ publishing: { steps } }: { publishing: PublishStatus }) {
  const done = steps.filter(({ state }) => state === "done").length;
  const percent = Math.round((100 * (done + 0.5)) / Math.max(1, steps.length));
  return <Meter value={percent} max={100} label="Publishing" />;
}

export function Details({ text }: { text: string }) {
  return (
    <details className="small details">
      <summary>For the person who helps you</summary>
      <p className="soft">Copy this and send it to them. It contains nothing a client wrote.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it has to be focusable */}
      <pre tabIndex={0}>{text}</pre>
    </details>
  );
}
