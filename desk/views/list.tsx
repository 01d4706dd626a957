import type { House } from "../../consultations/house.ts";
import { oneLine } from "../../consultations/mail/legible.ts";
import { numberWord } from "../../consultations/mail/stationery.ts";
import type { Session } from "../../consultations/store/desk-store.ts";
import type { Unanswered } from "../../consultations/store/store.ts";
import type { StoredRequest } from "../../consultations/store/stored-request.ts";
import { sentence } from "../../consultations/studio-time.ts";
import { standingOf } from "../standing.ts";
import { type Clock, when } from "../words.ts";
import type { Post } from "./form.tsx";
import { HouseLine, Trouble } from "./house.tsx";
import { AnsweredFold, Parts, PhonesFold, partSize, Search } from "./list-rest.tsx";
import { Item, PlainRow } from "./list-rows.tsx";
import { whyApart } from "./request.tsx";

export type ListProps = {
  open: Unanswered;
  /** Of those that are open, on whichever page. */
  overdueCount: number;
  apart: Unanswered;
  answered: { count: number; newest: StoredRequest[] };
  /** How many of each list were shown on the pages before. */
  starts: Record<"open" | "apart" | "answered", number>;
  house: House;
  clock: Clock;
  post: Post;
  /** None on a desk without signing in. */
  phones: { own: string; sessions: Session[] } | null;
  /** A request that was just erased. */
  deleted: string | null;
};

export function ListPage(props: ListProps) {
  const { open, apart, house, clock, post, deleted } = props;
  const untold = [...open.oldest, ...apart.oldest].filter(({ deliveredAt }) => deliveredAt === null);
  return (
    <>
      <HouseLine house={house} clock={clock} />
      {deleted && <p className="notice" role="status">{`Deleted: ${deleted}.`}</p>}
      <Trouble house={house} clock={clock} post={post} untold={untold} />
      {open.count === 0 && apart.count === 0 ? <Empty {...props} /> : <Full {...props} />}
    </>
  );
}

function Full({ open, overdueCount, apart, answered, starts, house, clock, phones, post }: ListProps) {
  const part = open.oldest.slice(0, partSize);
  const isOverdue = (request: StoredRequest) => standingOf(request, clock.now).kind === "overdue";
  const overdue = part.filter(isOverdue);
  const rest = part.filter((request) => !isOverdue(request));
  const next = starts.open === 0 ? open.oldest.find((request) => !isOverdue(request)) : undefined;
  const late = house.letters.since !== null || house.letters.unset;
  const untold = untoldInWords(open.oldest.filter(({ deliveredAt }) => deliveredAt === null));
  return (
    <div className="two list">
      <div className="top">
        <h1>{waitingInWords(open.count)}</h1>
        <p className="sum">
          {late && untold ? `${summary(overdueCount)} ${untold}` : summary(overdueCount, next, clock)}
        </p>
      </div>
      <div className="items">
        {overdue.length > 0 && (
          <Group title="Overdue" count={String(overdueCount)}>
            {/* With many, a field behind each would be a wall of red. */}
            <ul role="list" className={overdue.length >= 5 ? "many" : undefined}>
              {overdue.map((request) => (
                <Item key={request.id} request={request} clock={clock} late={late} />
              ))}
            </ul>
          </Group>
        )}
        {rest.length > 0 && (
          <Group title="Open" count={`${open.count - overdueCount}, oldest first`}>
            <ul role="list">
              {rest.map((request) => (
                <Item key={request.id} request={request} clock={clock} late={late} />
              ))}
            </ul>
          </Group>
        )}
        <Parts list="open" start={starts.open} count={open.count} />
        {apart.count > 0 && (
          <Group title="Set apart" count={String(apart.count)}>
            <p>Possibly automated. They get no reminder. Open one to say it is real.</p>
            <ul className="plain" role="list">
              {apart.oldest.slice(0, partSize).map((request) => (
                <PlainRow
                  key={request.id}
                  request={request}
                  clock={clock}
                  at={request.receivedAt}
                  why={whyApart(request)}
                />
              ))}
            </ul>
            <Parts list="apart" start={starts.apart} count={apart.count} />
          </Group>
        )}
      </div>
      <Search words="" />
      <div className="rest">
        <div className="folds">
          <AnsweredFold answered={answered} start={starts.answered} clock={clock} />
          {phones && <PhonesFold phones={phones} clock={clock} post={post} />}
        </div>
        <Export />
      </div>
    </div>
  );
}

function Empty({ answered, starts, house, clock, phones, post }: ListProps) {
  const [last] = answered.newest;
  const at = last?.answeredAt ?? null;
  const who = last && at ? ` ${sentence(`The last was ${oneLine(last.name)}, ${when(clock, at, " at ")}`)}` : "";
  const late = house.letters.since !== null || house.letters.unset;
  const next = late ? "The next request is shown here." : "The next request comes to you by letter.";
  return (
    <>
      <section className="calm calm--tall">
        <div>
          <h1>Nothing is waiting</h1>
          <p className="lede">{`Everyone has an answer.${who} ${next}`}</p>
        </div>
      </section>
      <div className="two list list--empty">
        <Search words="" />
        <div className="rest">
          <div className="folds">
            <AnsweredFold answered={answered} start={starts.answered} clock={clock} />
            {phones && <PhonesFold phones={phones} clock={clock} post={post} />}
          </div>
          <Export />
        </div>
      </div>
    </>
  );
}

export const waitingInWords = (count: number): string =>
  count === 0 ? "Nothing is waiting" : `${numberWord(count)} ${count === 1 ? "is" : "are"} waiting`;

function untoldInWords(untold: StoredRequest[]): string {
  const [first] = untold;
  if (!first) return "";
  const whom = untold.length === 1 ? `one, ${oneLine(first.name)},` : numberWord(untold.length).toLowerCase();
  return `Of ${whom} you have had no letter.`;
}

function summary(overdue: number, next?: StoredRequest, clock?: Clock): string {
  const late = overdue > 0 ? `${numberWord(overdue)} ${overdue === 1 ? "is" : "are"} overdue.` : "";
  const due = next && clock && standingOf(next, clock.now).due;
  return [late, due && clock ? sentence(`The next answer is due ${when(clock, due, " at ")}`) : ""]
    .filter(Boolean)
    .join(" ");
}

function Group({ title, count, children }: { title: string; count: string; children: React.ReactNode }) {
  return (
    <section className="group">
      <h2>
        {title} <span className="count">{count}</span>
      </h2>
      {children}
    </section>
  );
}

function Export() {
  return (
    <p className="acts">
      <a className="act" href="/desk/requests.csv">
        Save all as a spreadsheet
      </a>
    </p>
  );
}
