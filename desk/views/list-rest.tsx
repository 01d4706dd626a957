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

export function AnsweredFold({
  answered,
  clock,
}: {
  answered: { count: number; newest: StoredRequest[] };
  clock: Clock;
}) {
  return (
    <details className="fold">
      <summary>
        Answered <small>{`${answered.count} in the last four weeks`}</small>
        <Icon name="down" also="chev" />
      </summary>
      <div className="inside">
        <ul className="plain" role="list">
          {answered.newest.map((request) => (
            <PlainRow
              key={request.id}
              request={request}
              clock={clock}
              at={request.answeredAt ?? request.receivedAt}
              why={textOf(request, "treatment") || "Treatment not said"}
            />
          ))}
        </ul>
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
