import type { Session } from "../../requests/store/desk-store.ts";
import type { OldestRequests, StoredRequest } from "../../requests/store/stored-request.ts";
import { withFullStop } from "../../requests/studio-time.ts";
import { isMailLate, type SystemStatus } from "../../requests/system-status.ts";
import type { VisitSummary } from "../../requests/visits.ts";
import { type Clock, relativeTime } from "../time-text.ts";
import { deadlineOf } from "./deadline.tsx";
import type { FormTarget } from "./form.tsx";
import {
  AnsweredSection,
  CompactList,
  Parts,
  partSize,
  RequestRow,
  SearchForm,
  SessionsSection,
} from "./list-sections.tsx";
import type { DeskStudio } from "./page.tsx";
import { spamReason } from "./request-page.tsx";
import { LaunchNotice, ProblemNotice, StatusLine } from "./system-status.tsx";
import { VisitsSection } from "./visits-section.tsx";

export type ListPageProps = {
  open: OldestRequests;
  /** Among all open requests, not only those on this page. */
  overdueCount: number;
  spam: OldestRequests;
  answered: { count: number; newest: StoredRequest[] };
  /** The number of entries of each list on the pages before. */
  starts: Record<"open" | "spam" | "answered", number>;
  status: SystemStatus;
  /** Null where views are not counted. */
  visits: VisitSummary | null;
  studio: Pick<DeskStudio, "pageNames" | "questions">;
  editorUrl: string | null | undefined;
  clock: Clock;
  target: FormTarget;
  /** Null on a desk without signing in. */
  phones: { own: string; sessions: Session[] } | null;
  /** The reference of a request that was just deleted. */
  deleted: string | null;
};

export function ListPage(props: ListPageProps) {
  const { open, spam, status, clock, target, deleted, studio, editorUrl } = props;
  const undelivered = [...open.oldest, ...spam.oldest].filter(({ deliveredAt }) => deliveredAt === null);
  return (
    <>
      <StatusLine status={status} clock={clock} />
      {deleted && <p className="notice" role="status">{`Deleted: ${deleted}.`}</p>}
      <ProblemNotice status={status} clock={clock} target={target} undelivered={undelivered} />
      <LaunchNotice unlaunched={status.unlaunched} editorUrl={editorUrl} />
      <NewQuestions titles={studio.questions ?? []} />
      {open.count === 0 && spam.count === 0 ? <EmptyList {...props} /> : <RequestList {...props} />}
    </>
  );
}

/** An upgrade may bring a question about how the studio works. It changes nothing on the site, and asks here. */
function NewQuestions({ titles }: { titles: string[] }) {
  if (titles.length === 0) return null;
  return (
    <p className="notice" role="status">
      {titles.length === 1 ? "A new question waits for your answer: " : "New questions wait for your answer: "}
      <b>{titles.join("; ")}</b>. You find {titles.length === 1 ? "it" : "them"} in the editor, under Questions before
      launch. The site stays as it is meanwhile.
    </p>
  );
}

function RequestList(props: ListPageProps) {
  const { open, overdueCount, spam, starts, status, clock } = props;
  const part = open.oldest.slice(0, partSize);
  const isOverdue = (request: StoredRequest) => deadlineOf(request, clock).kind === "overdue";
  const overdue = part.filter(isOverdue);
  const others = part.filter((request) => !isOverdue(request));
  const next = starts.open === 0 ? open.oldest.find((request) => !isOverdue(request)) : undefined;
  const late = isMailLate(status);
  const rows = (requests: StoredRequest[]) => (
    <ul role="list">
      {requests.map((request) => (
        <RequestRow key={request.id} request={request} clock={clock} isMailLate={late} />
      ))}
    </ul>
  );
  return (
    <div className="columns list">
      <div className="top">
        <h1>{waitingText(open.count)}</h1>
        <p className="sum">{summary(overdueCount, next, clock)}</p>
      </div>
      <div className="items">
        {overdue.length > 0 && (
          <Group title="Overdue" count={String(overdueCount)}>
            {rows(overdue)}
          </Group>
        )}
        {others.length > 0 && (
          <Group title="Open" count={`${open.count - overdueCount}, oldest first`}>
            {rows(others)}
          </Group>
        )}
        <Parts list="open" start={starts.open} count={open.count} />
        {spam.count > 0 && (
          <Group title="Maybe spam" count={String(spam.count)}>
            <p>No reminder comes for these. Is one of them real? Open it and say so.</p>
            <CompactList requests={spam.oldest.slice(0, partSize)} clock={clock} detail={spamReason} />
            <Parts list="spam" start={starts.spam} count={spam.count} />
          </Group>
        )}
      </div>
      <SearchForm query="" />
      <Rest {...props} />
    </div>
  );
}

function EmptyList(props: ListPageProps) {
  const next = isMailLate(props.status) ? "The next request is shown here." : "The next request comes to you by email.";
  return (
    <>
      <section className="window-light announcement announcement--tall">
        <div>
          <h1>Nothing is waiting</h1>
          <p className="lede">{next}</p>
        </div>
      </section>
      <div className="columns list list--empty">
        <SearchForm query="" />
        <Rest {...props} />
      </div>
    </>
  );
}

function Rest({ visits, studio, answered, starts, clock, phones, target }: ListPageProps) {
  return (
    <div className="rest">
      {visits && <VisitsSection visits={visits} pageNames={studio.pageNames} />}
      <div className="folds">
        <AnsweredSection answered={answered} start={starts.answered} clock={clock} />
        {phones && <SessionsSection phones={phones} clock={clock} target={target} />}
      </div>
      <p className="actions">
        <a className="text-button" href="/desk/requests.csv">
          Save all as a spreadsheet
        </a>
      </p>
      <p className="small soft">
        The site erases requests when your privacy policy says so, but not this file. Delete it when you are done.
      </p>
    </div>
  );
}

export const waitingText = (count: number): string =>
  count === 0 ? "Nothing is waiting" : `${count} ${count === 1 ? "is" : "are"} waiting`;

function summary(overdue: number, next: StoredRequest | undefined, clock: Clock): string {
  const late = overdue > 0 ? `${overdue} ${overdue === 1 ? "is" : "are"} overdue.` : "";
  if (!next) return late;
  const due = relativeTime(clock, deadlineOf(next, clock).due, " at ");
  return `${late} ${withFullStop(`The next answer is due ${due}`)}`.trim();
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
