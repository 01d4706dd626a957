import { oneLine, textOf } from "../../consultations/mail/legible.ts";
import { firstName, mailLink, telephoneLink } from "../../consultations/mail/reach.ts";
import { reasons } from "../../consultations/mail/stationery.ts";
import type { Moment } from "../../consultations/store/desk-store.ts";
import type { StoredRequest } from "../../consultations/store/stored-request.ts";
import { sentence } from "../../consultations/studio-time.ts";
import { type Standing, standingOf } from "../standing.ts";
import { type Clock, capital, roughly, when } from "../words.ts";
import { Due } from "./due.tsx";
import { Form, type Post } from "./form.tsx";
import { History } from "./history.tsx";
import { Icon } from "./icon.tsx";
import type { DeskStudio } from "./page.tsx";
import { Failure, Note, SomethingElse } from "./request-more.tsx";

export type RequestProps = {
  request: StoredRequest;
  moments: Moment[];
  clock: Clock;
  studio: DeskStudio;
  post: Post;
  /** With a session: the note, sending again and deleting. A letter's link shows no more than its letter. */
  full: boolean;
  saved?: number | null;
  /** What could not be saved, to be tried again. */
  unsaved?: { note?: string } | null;
};

export function RequestPage(props: RequestProps) {
  const { request, clock } = props;
  const standing = standingOf(request, clock.now);
  return standing.kind === "answered" ? <Answered {...props} /> : <Open {...props} standing={standing} />;
}

function Open({
  request,
  moments,
  clock,
  studio,
  post,
  full,
  saved,
  unsaved,
  standing,
}: RequestProps & { standing: Standing }) {
  const call = telephoneLink(request.phone);
  return (
    <>
      {unsaved && <Failure />}
      <div className="two request">
        <div className="main">
          <header className="who">
            <p className="from small">{`Received ${when(clock, request.receivedAt)}`}</p>
            <h1>{oneLine(request.name)}</h1>
            <p className="wish">{textOf(request, "treatment") || "Treatment not said"}</p>
          </header>
          {standing.kind === "apart" ? (
            <Apart request={request} standing={standing} clock={clock} post={post} />
          ) : (
            <Due standing={standing} clock={clock} />
          )}
          <section className="message" aria-labelledby="m">
            <h2 id="m">Message</h2>
            <p>{textOf(request, "message") || "No message."}</p>
          </section>
        </div>
        <div className="side">
          <section className="reach" aria-label="Answer">
            {call && (
              <a className="button button--big" href={call}>
                <Icon name="phone" />
                Call
              </a>
            )}
            <a className="button button--big" href={mailLink(request, studio)}>
              <Icon name="mail" />
              Write
            </a>
            <Form post={post} does="answered">
              <button className="button button--line button--wide" type="submit">
                <span className="box" aria-hidden="true" />
                Mark as answered
              </button>
            </Form>
          </section>
          <div className="more">
            <section>
              <h2 className="sr-only">Details</h2>
              <dl className="facts">
                <dt>Phone</dt>
                <dd>{textOf(request, "phone")}</dd>
                <dt>Email</dt>
                <dd>{textOf(request, "email")}</dd>
                <dt>Reference</dt>
                <dd>{request.reference}</dd>
              </dl>
            </section>
            {full && <Note request={request} clock={clock} post={post} saved={saved} unsaved={unsaved?.note} />}
            {(full || standing.kind !== "apart") && (
              <SomethingElse request={request} post={post} full={full} apart={standing.kind === "apart"} />
            )}
          </div>
        </div>
        <section className="past ruled">
          <h2>History</h2>
          <History request={request} moments={moments} clock={clock} />
        </section>
      </div>
    </>
  );
}

type ApartProps = { request: StoredRequest; standing: Standing; clock: Clock; post: Post };

function Apart({ request, standing, clock, post }: ApartProps) {
  const { due, left } = standing;
  return (
    <section className="due apart" aria-label="Set apart">
      <p>
        <b>{request.verdict === "apart" ? "Set apart." : "Set apart: possibly automated."}</b>{" "}
        {sentence(
          `${whyApart(request)}. If it is real, its answer ${left > 0 ? "is" : "was"} due ${when(clock, due, " at ")}`,
        )}
      </p>
      <Form post={post} does="real">
        <button className="button button--line" type="submit">
          It is a real request
        </button>
      </Form>
    </section>
  );
}

export const whyApart = ({ verdict, flags }: StoredRequest): string =>
  verdict === "apart" ? "You set it apart" : flags.map((flag) => reasons[flag]).join(". ");

function Answered({ request, moments, clock, studio, post, full, saved, unsaved }: RequestProps) {
  const at = request.answeredAt ?? clock.now;
  const { due } = standingOf(request, clock.now);
  const call = telephoneLink(request.phone);
  const name = oneLine(request.name);
  const marked = `Marked ${when(clock, at, " at ")}`;
  return (
    <>
      {unsaved && <Failure />}
      <section className="calm" role="status">
        <Icon name="tick" also="tickmark" />
        <h1>{`${name} is answered`}</h1>
        <p className="lede">
          {due > at
            ? `${marked}, with ${roughly(due - at)} to spare. No reminder will come.`
            : `${sentence(marked)} No more reminders come.`}
        </p>
        <div className="acts">
          <Form post={post} does="taken back">
            <button className="button button--line" type="submit">
              <Icon name="back" />
              Take it back
            </button>
          </Form>
          <a className="way" href="/desk">
            <span>All requests</span>
            <Icon name="on" />
          </a>
        </div>
      </section>
      <div className="two after">
        <div>
          <section className="message ruled">
            <h2>{textOf(request, "treatment") || "Treatment not said"}</h2>
            <p>{textOf(request, "message") || "No message."}</p>
          </section>
        </div>
        <div className="more">
          <section className="ruled">
            <h2>{`Reach ${firstName(request.name)} again`}</h2>
            <dl className="facts">
              <dt>Phone</dt>
              <dd>{call ? <a href={call}>{textOf(request, "phone")}</a> : textOf(request, "phone")}</dd>
              <dt>Email</dt>
              <dd>
                <a href={mailLink(request, studio)}>{textOf(request, "email")}</a>
              </dd>
            </dl>
          </section>
          {full && <Note request={request} clock={clock} post={post} saved={saved} unsaved={unsaved?.note} />}
          <section className="ruled">
            <h2>History</h2>
            <History request={request} moments={moments} clock={clock} />
          </section>
          {full && <SomethingElse request={request} post={post} full apart />}
        </div>
      </div>
    </>
  );
}

/** What the page is called: its state first. */
export function requestTitle(request: StoredRequest, { now }: Clock): string {
  const { kind } = standingOf(request, now);
  const words = { answered: "Answered", apart: "Set apart", overdue: "Overdue", soon: "Soon", plenty: "Open" };
  return capital(`${words[kind]}: ${oneLine(request.name)}`);
}
