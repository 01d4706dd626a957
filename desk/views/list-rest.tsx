import { textOf } from "../../consultations/mail/legible.ts";
import type { Session } from "../../consultations/store/desk-store.ts";
import type { StoredRequest } from "../../consultations/store/stored-request.ts";
import { standingOf } from "../standing.ts";
import { type Clock, capital, date } from "../words.ts";
import { Form, type Post } from "./form.tsx";
import { Icon } from "./icon.tsx";
import { PlainRow } from "./list-rows.tsx";

export const mostSearched = 100;

export function Search({ words }: { words: string }) {
  return (
    <search className="search">
      <form method="get" action="/desk">
        <label htmlFor="q">Search name, phone, email or reference</label>
        <div className="bar">
          <input id="q" name="q" type="search" autoComplete="off" maxLength={mostSearched} defaultValue={words} />
          <button className="button button--line" type="submit">
            <span className="sr-only">Search</span>
            <Icon name="search" />
          </button>
        </div>
      </form>
    </search>
  );
}

/** Requests of one list on a page: a hundred of the largest would be a megabyte. */
export const partSize = 25;

/** Leads to the parts of a list before and behind the one that is shown. */
export function Parts({ list, start, count }: { list: "open" | "apart" | "answered"; start: number; count: number }) {
  const before = Math.max(0, start - partSize);
  const behind = start + partSize;
  if (start === 0 && count <= partSize) return null;
  return (
    <p className="acts small">
      {start > 0 && (
        <a className="act" href={before > 0 ? `/desk?${list}=${before}` : "/desk"}>
          Back
        </a>
      )}
      {start < count && <span className="soft">{`${start + 1} to ${Math.min(behind, count)} of ${count}`}</span>}
      {behind < count && (
        <a className="act" href={`/desk?${list}=${behind}`}>
          Next
        </a>
      )}
    </p>
  );
}

type AnsweredProps = { answered: { count: number; newest: StoredRequest[] }; start: number; clock: Clock };

export function AnsweredFold({ answered, start, clock }: AnsweredProps) {
  return (
    <details className="fold" open={start > 0}>
      <summary>
        Answered <small>{`${answered.count} in the last four weeks`}</small>
        <Icon name="down" also="chev" />
      </summary>
      <div className="inside">
        <ul className="plain" role="list">
          {answered.newest.slice(0, partSize).map((request) => (
            <PlainRow
              key={request.id}
              request={request}
              clock={clock}
              at={request.answeredAt ?? request.receivedAt}
              why={textOf(request, "treatment") || "Treatment not said"}
            />
          ))}
        </ul>
        <Parts list="answered" start={start} count={answered.count} />
      </div>
    </details>
  );
}

type PhonesProps = { phones: { own: string; sessions: Session[] }; clock: Clock; post: Post };

export function PhonesFold({ phones, clock, post }: PhonesProps) {
  return (
    <details className="fold" id="phones">
      <summary>
        Signed-in phones <small>{phones.sessions.length}</small>
        <Icon name="down" also="chev" />
      </summary>
      <div className="inside">
        <ul className="plain" role="list">
          {phones.sessions.map(({ name, device, since, usedAt }) => {
            const own = name === phones.own;
            return (
              <li key={name}>
                <span>
                  {own ? <b>This phone</b> : device}
                  <br />
                  <small>
                    {own
                      ? `${device}, since ${date(clock, since)}`
                      : `since ${date(clock, since)}, last used ${date(clock, usedAt)}`}
                  </small>
                </span>
                <Form post={post} does="end session" also={{ name }}>
                  <button className="act" type="submit">
                    {own ? "Sign out" : "End"}
                    {!own && <span className="sr-only">{` the session of ${device}`}</span>}
                  </button>
                </Form>
              </li>
            );
          })}
        </ul>
      </div>
    </details>
  );
}

const states = { answered: "Answered", apart: "Set apart", overdue: "Overdue", soon: "Open", plenty: "Open" };

export function FoundPage({ words, found, clock }: { words: string; found: StoredRequest[]; clock: Clock }) {
  return (
    <div className="two list">
      <div className="top">
        <h1>{foundInWords(words, found.length)}</h1>
        <p className="sum">
          <a className="act" href="/desk">
            Back to all
          </a>
        </p>
      </div>
      <div className="items">
        {found.length === 0 && <p>Nobody by that name, phone, email or reference.</p>}
        <ul className="plain" role="list">
          {found.map((request) => (
            <PlainRow
              key={request.id}
              request={request}
              clock={clock}
              at={request.receivedAt}
              why={capital(
                `${states[standingOf(request, clock.now).kind]}, ${textOf(request, "treatment") || "treatment not said"}`,
              )}
            />
          ))}
        </ul>
      </div>
      <Search words={words} />
    </div>
  );
}

export const foundInWords = (words: string, count: number): string => `${count || "None"} found for “${words}”`;
