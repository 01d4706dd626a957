import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import { phoneLink } from "../../requests/mail/contact-links.ts";
import { messageText, toOneLine, treatmentText } from "../../requests/mail/display-text.ts";
import type { StoredRequest } from "../../requests/store/stored-request.ts";
import { deadlineOf } from "../deadline.ts";
import { type Clock, durationText, shortTime } from "../time-text.ts";
import { State, TimeBar } from "./deadline-banner.tsx";

const requestUrl = ({ reference }: StoredRequest) => `/desk/requests/${reference}`;

/** A request that waits. The whole row opens it, and a link at the end calls the visitor. */
export function RequestRow({
  request,
  clock,
  isMailLate,
}: {
  request: StoredRequest;
  clock: Clock;
  isMailLate: boolean;
}) {
  const { kind, remaining } = deadlineOf(request, clock);
  const isOverdue = kind === "overdue";
  const callLink = phoneLink(request.phone);
  const name = toOneLine(request.name);
  return (
    <li className={isOverdue ? "item edge edge--late" : "item"}>
      {!isOverdue && <TimeBar remaining={remaining} />}
      <div>
        <p className="when">
          {isOverdue ? (
            <State kind="over">{`Overdue by ${durationText(-remaining)}`}</State>
          ) : kind === "soon" ? (
            <State kind="soon">{`${durationText(remaining)} left`}</State>
          ) : (
            `${durationText(remaining)} left`
          )}
        </p>
        <h3>
          <a href={requestUrl(request)}>{name}</a>
        </h3>
        <p className="small">
          {isMailLate && request.deliveredAt === null && (
            <>
              <b>No email sent yet</b>
              <br />
            </>
          )}
          {treatmentText(request)}
          <span className="soft">{`, ${shortTime(clock, request.receivedAt)}`}</span>
        </p>
      </div>
      {callLink && (
        <a className="button button--line call" href={callLink} aria-label={`Call ${name}`}>
          <Icon shape={icons.phone} />
        </a>
      )}
      <p className="excerpt">{messageText(request)}</p>
    </li>
  );
}

type CompactListProps = {
  requests: StoredRequest[];
  clock: Clock;
  time?: (request: StoredRequest) => number;
  detail: (request: StoredRequest) => string;
};

/** Each request in one line, with the time at which it was received unless another is named. */
export function CompactList({ requests, clock, time = (request) => request.receivedAt, detail }: CompactListProps) {
  return (
    <ul className="plain" role="list">
      {requests.map((request) => (
        <li key={request.id}>
          <a href={requestUrl(request)}>{toOneLine(request.name)}</a> <small>{shortTime(clock, time(request))}</small>
          <small className="reason">{detail(request)}</small>
        </li>
      ))}
    </ul>
  );
}
