import { oneLine, textOf } from "../../consultations/mail/legible.ts";
import { telephoneLink } from "../../consultations/mail/reach.ts";
import type { StoredRequest } from "../../consultations/store/stored-request.ts";
import { standingOf } from "../standing.ts";
import { briefly, type Clock, spanInWords } from "../words.ts";
import { Seam } from "./due.tsx";
import { Icon } from "./icon.tsx";

const address = ({ reference }: StoredRequest) => `/desk/requests/${reference}`;

/** A request that waits: the row opens as a whole, and calls at its end. */
export function Item({ request, clock, late }: { request: StoredRequest; clock: Clock; late: boolean }) {
  const { kind, left } = standingOf(request, clock.now);
  const over = kind === "overdue";
  const call = telephoneLink(request.phone);
  const name = oneLine(request.name);
  return (
    <li className={over ? "item item--over" : "item"}>
      {!over && <Seam left={left} />}
      <div>
        <p className="when">
          {over ? (
            <span className="state state--over">
              <Icon name="alert" />
              {`Overdue by ${spanInWords(-left)}`}
            </span>
          ) : kind === "soon" ? (
            <span className="state state--soon">
              <Icon name="clock" />
              {`${spanInWords(left)} left`}
            </span>
          ) : (
            `${spanInWords(left)} left`
          )}
        </p>
        <h3>
          <a href={address(request)}>{name}</a>
        </h3>
        <p className="small">
          {late && request.deliveredAt === null && (
            <>
              <b>No letter sent yet</b>
              <br />
            </>
          )}
          {textOf(request, "treatment") || "Treatment not said"}
          <span className="soft">{`, ${briefly(clock, request.receivedAt)}`}</span>
        </p>
      </div>
      {call && (
        <a className="dial" href={call} aria-label={`Call ${name}`}>
          <Icon name="phone" />
        </a>
      )}
      <p className="said">{textOf(request, "message") || "No message."}</p>
    </li>
  );
}

type RowProps = { request: StoredRequest; clock: Clock; at: number; why: string };

export function PlainRow({ request, clock, at, why }: RowProps) {
  return (
    <li>
      <a href={address(request)}>{oneLine(request.name)}</a> <small>{briefly(clock, at)}</small>
      <small className="why">{why}</small>
    </li>
  );
}
