import { Fragment } from "react";
import { litPart, type Standing } from "../standing.ts";
import { type Clock, span, when } from "../words.ts";
import { Icon } from "./icon.tsx";

/** The seam is the day that was promised: lit as far as time is left, out when it is over. */
export function Seam({ left }: { left: number }) {
  const lit = litPart(left);
  return (
    <svg className="seam" aria-hidden="true">
      <line y1="4" y2="4" x2="100%" className={left > 0 ? undefined : "out"} />
      {left > 0 && (
        <>
          <line y1="4" y2="4" x2={lit} className="lit" />
          <line x1={lit} x2={lit} y1="0" y2="9" className="now" />
        </>
      )}
    </svg>
  );
}

/** By when an answer is promised, and how much of that is left: the largest thing on the page. */
export function Due({ standing, clock }: { standing: Standing; clock: Clock }) {
  const { kind, due, left } = standing;
  const over = kind === "overdue";
  return (
    <section className={over ? "due due--over" : kind === "soon" ? "due due--soon" : "due"} aria-label="Answer by">
      <p className="by">
        {over && (
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
        <span>{`Answer ${over ? "was due" : "by"} ${when(clock, due)}`}</span>
      </p>
      <p className="left">
        {span(Math.abs(left)).map(({ figure, unit }) => (
          <Fragment key={unit}>
            <b>{figure}</b> {unit}{" "}
          </Fragment>
        ))}
        {over ? "late" : "left"}
      </p>
      <Seam left={left} />
    </section>
  );
}
