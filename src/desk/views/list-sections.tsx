import type { ReactNode } from "react";
import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import { phoneLink } from "../../requests/mail/contact-links.ts";
import { messageText, toOneLine, treatmentText } from "../../requests/mail/display-text.ts";
import type { Session } from "../../requests/store/desk-store.ts";
import type { StoredRequest } from "../../requests/store/stored-request.ts";
import { type Clock, dayAndMonth, durationText, shortTime } from "../time-text.ts";
import { deadlineOf, State, TimeBar } from "./deadline.tsx";
import { ActionButton, type FormTarget } from "./form.tsx";

const requestUrl = ({ reference }: StoredRequest) => `/desk/requests/${reference}`;

type RequestRowProps = { request: StoredRequest; clock: Clock; isMailLate: boolean };

/** A request that waits. The whole row opens it, and a link at the end calls the visitor. */
export function RequestRow({ request, clock, isMailLate }: RequestRowProps) {
  const { kind, remaining } = deadlineOf(request, clock);
  const isOverdue = kind === "overdue";
  const callLink = phoneLink(request.phone);
  const name = toOneLine(request.name);
  return (
    <li className={isOverdue ? "item edge edge--late" : "item"}>
      {!isOverdue && <TimeBar remaining={remaining} />}
      <div>
        <p className="when">
          <State kind={kind}>
            {isOverdue ? `Overdue by ${durationText(-remaining)}` : `${durationText(remaining)} left`}
          </State>
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

export const maxQueryLength = 100;

export function SearchForm({ query }: { query: string }) {
  return (
    <search className="search">
      <form method="get" action="/desk">
        <label htmlFor="q">Search name, phone, email or reference</label>
        <div className="bar">
          <input
            className="input"
            id="q"
            name="q"
            type="search"
            autoComplete="off"
            maxLength={maxQueryLength}
            defaultValue={query}
          />
          <button className="button button--line" type="submit">
            <span className="sr-only">Search</span>
            <Icon shape={icons.search} />
          </button>
        </div>
      </form>
    </search>
  );
}

/** The number of requests of one list on a page. A hundred of the largest would be a megabyte. */
export const partSize = 25;

/** Links to the previous and the next part of a list. */
export function Parts({ list, start, count }: { list: "open" | "spam" | "answered"; start: number; count: number }) {
  const before = Math.max(0, start - partSize);
  const behind = start + partSize;
  if (start === 0 && count <= partSize) return null;
  return (
    <p className="actions small">
      {start > 0 && (
        <a className="text-button" href={before > 0 ? `/desk?${list}=${before}` : "/desk"}>
          Back
        </a>
      )}
      {start < count && <span className="soft">{`${start + 1} to ${Math.min(behind, count)} of ${count}`}</span>}
      {behind < count && (
        <a className="text-button" href={`/desk?${list}=${behind}`}>
          Next
        </a>
      )}
    </p>
  );
}

type FoldProps = { title: string; hint: ReactNode; id?: string; isOpen?: boolean; children: ReactNode };

export function Fold({ title, hint, id, isOpen, children }: FoldProps) {
  return (
    <details className="fold" id={id} open={isOpen}>
      <summary>
        {title} <small>{hint}</small>
        <Icon shape={icons.chevronDown} className="chevron" />
      </summary>
      <div className="inside">{children}</div>
    </details>
  );
}

type AnsweredProps = { answered: { count: number; newest: StoredRequest[] }; start: number; clock: Clock };

export function AnsweredSection({ answered, start, clock }: AnsweredProps) {
  return (
    <Fold title="Answered" hint={`${answered.count} in the last four weeks`} isOpen={start > 0}>
      <CompactList
        requests={answered.newest.slice(0, partSize)}
        clock={clock}
        time={({ answeredAt, receivedAt }) => answeredAt ?? receivedAt}
        detail={treatmentText}
      />
      <Parts list="answered" start={start} count={answered.count} />
    </Fold>
  );
}

type SessionsSectionProps = { phones: { own: string; sessions: Session[] }; clock: Clock; target: FormTarget };

export function SessionsSection({ phones, clock, target }: SessionsSectionProps) {
  return (
    <Fold title="Signed-in phones" hint={phones.sessions.length} id="phones">
      <ul className="plain" role="list">
        {phones.sessions.map(({ name, device, since, usedAt }) => {
          const isCurrent = name === phones.own;
          return (
            <li key={name}>
              <span>
                {isCurrent ? <b>This phone</b> : device}
                <br />
                <small>
                  {isCurrent
                    ? `${device}, since ${dayAndMonth(clock, since)}`
                    : `since ${dayAndMonth(clock, since)}, last used ${dayAndMonth(clock, usedAt)}`}
                </small>
              </span>
              <ActionButton target={target} action="end session" extraFields={{ name }} className="text-button">
                {isCurrent ? "Sign out" : "End"}
                {!isCurrent && <span className="sr-only">{` the session of ${device}`}</span>}
              </ActionButton>
            </li>
          );
        })}
      </ul>
      <ActionButton target={target} action="sign out everywhere" className="button button--line">
        Sign out everywhere
      </ActionButton>
      <p className="small soft">
        For a lost phone. Signs out every phone, this one too, and ends the links in your emails.
      </p>
    </Fold>
  );
}

const stateLabels = { answered: "Answered", spam: "Spam", overdue: "Overdue", soon: "Open", open: "Open" };

export function SearchResults({ query, results, clock }: { query: string; results: StoredRequest[]; clock: Clock }) {
  return (
    <div className="columns list">
      <div className="top">
        <h1>{searchTitle(query, results.length)}</h1>
        <p className="sum">
          <a className="text-button" href="/desk">
            Back to all
          </a>
        </p>
      </div>
      <div className="items">
        {results.length === 0 && <p>Nobody by that name, phone, email or reference.</p>}
        <CompactList
          requests={results}
          clock={clock}
          detail={(request) => `${stateLabels[deadlineOf(request, clock).kind]}: ${treatmentText(request)}`}
        />
      </div>
      <SearchForm query={query} />
    </div>
  );
}

export const searchTitle = (query: string, count: number): string => `${count || "None"} found for “${query}”`;
