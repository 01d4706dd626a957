import { Fragment, type ReactNode } from "react";
import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import { answerBy, answerWithin } from "../../requests/answer-by.ts";
import { isSpam, type StoredRequest } from "../../requests/store/stored-request.ts";
import { type Clock, durationParts, relativeTime } from "../time-text.ts";

/** The state of a request at a moment. `remaining` is in milliseconds until the answer is due, negative when overdue. */
export type Deadline = { kind: "answered" | "spam" | "overdue" | "soon" | "open"; due: number; remaining: number };

const soonThreshold = 4 * 60 * 60_000;

export function deadlineOf(request: StoredRequest, clock: Clock): Deadline {
  const due = answerBy(request.receivedAt, clock);
  const remaining = due - clock.now;
  const kind = request.answeredAt !== null ? "answered" : isSpam(request) ? "spam" : urgency(remaining);
  return { kind, due, remaining };
}

const urgency = (remaining: number) => (remaining <= 0 ? "overdue" : remaining <= soonThreshold ? "soon" : "open");

/** Marks what is late or will be soon. */
export function State({ kind, children }: { kind: Deadline["kind"]; children: ReactNode }) {
  if (kind !== "overdue" && kind !== "soon") return children;
  return (
    <span className={`state state--${kind}`}>
      <Icon shape={kind === "overdue" ? icons.alert : icons.clock} />
      {children}
    </span>
  );
}

/** The bar is the promised day, filled as far as time remains, and empty when the time is over. */
export function TimeBar({ remaining }: { remaining: number }) {
  // At least one per cent, so that the bar stays visible.
  const percent = `${(Math.min(1, Math.max(0.01, remaining / answerWithin)) * 100).toFixed(1)}%`;
  return (
    <svg className="time-bar" aria-hidden="true">
      <line y1="4" y2="4" x2="100%" className={remaining > 0 ? undefined : "over"} />
      {remaining > 0 && (
        <>
          <line y1="4" y2="4" x2={percent} className="remaining" />
          <line x1={percent} x2={percent} y1="0" y2="9" className="now" />
        </>
      )}
    </svg>
  );
}

/** The time by which an answer is promised and how much of it remains. It is the largest element of the page. */
export function DeadlineBanner({ deadline, clock }: { deadline: Deadline; clock: Clock }) {
  const { kind, due, remaining } = deadline;
  const isOverdue = kind === "overdue";
  return (
    <section className={isOverdue ? "due edge edge--late" : "due"} aria-label="Answer by">
      <p className="due-by">
        {isOverdue && <State kind="overdue">Overdue</State>}
        {kind === "soon" && <State kind="soon">Soon</State>}
        <span>{`Answer ${isOverdue ? "was due" : "by"} ${relativeTime(clock, due)}`}</span>
      </p>
      <p className="time-left">
        {durationParts(Math.abs(remaining)).map(({ value, unit }) => (
          <Fragment key={unit}>
            <b>{value}</b> {unit}{" "}
          </Fragment>
        ))}
        {isOverdue ? "late" : "left"}
      </p>
      <TimeBar remaining={remaining} />
    </section>
  );
}
