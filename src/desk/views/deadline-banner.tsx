import { Fragment } from "react";
import { type Deadline, remainingPercent } from "../deadline.ts";
import { type Clock, durationParts, relativeTime } from "../time-text.ts";
import { Icon } from "./icon.tsx";

/** The seam is the day that was promised: lit as far as time is left, out when it is over. */
export function TimeBar({ remaining: left }: { remaining: number }) {
  const percent = remainingPercent(left);
  return (
    <svg className="seam" aria-hidden="true">
      <line y1="4" y2="4" x2="100%" className={left > 0 ? undefined : "out"} />
      {left > 0 && (
        <>
          <line y1="4" y2="4" x2={percent} className="lit" />
          <line x1={percent} x2={percent} y1="0" y2="9" className="now" />
        </>
      )}
    </svg>
  );
}

/** By when an answer is promised, and how much of that is left: the largest thing on the page. */
export function DeadlineBanner({ deadline, clock }: { deadline: Deadline; clock: Clock }) {
  const { kind, due, remaining: left } = deadline;
  const isOverdue = kind === "overdue";
  return (
    <section className={isOverdue ? "due due--over" : kind === "soon" ? "due due--soon" : "due"} aria-label="Answer by">
      <p className="by">
        {isOverdue && (
          <span className="state state--over">
            <Icon name="alert" />
            Overdue
          </span>
        )}
        {kind === "soon" && (
          <span className="state state--soon">
            <Icon name="clock" />
            Soon
          </span>
        )}
        <span>{`Answer ${isOverdue ? "was due" : "by"} ${relativeTime(clock, due)}`}</span>
      </p>
      <p className="left">
        {durationParts(Math.abs(left)).map(({ value, unit }) => (
          <Fragment key={unit}>
            <b>{value}</b> {unit}{" "}
          </Fragment>
        ))}
        {isOverdue ? "late" : "left"}
      </p>
      <TimeBar remaining={left} />
    </section>
  );
}
