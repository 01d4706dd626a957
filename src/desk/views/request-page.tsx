import { Fragment } from "react";
import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import { firstName, mailLink, phoneLink, textLink } from "../../requests/mail/contact-links.ts";
import { fieldText, otherFields, toOneLine } from "../../requests/mail/display-text.ts";
import { flagReasons } from "../../requests/mail/email-context.ts";
import type { HistoryEvent } from "../../requests/store/desk-store.ts";
import type { StoredRequest } from "../../requests/store/stored-request.ts";
import { withFullStop } from "../../requests/studio-time.ts";
import { type Deadline, deadlineOf } from "../deadline.ts";
import { approximateDuration, type Clock, capitalize, relativeTime } from "../time-text.ts";
import { DeadlineBanner } from "./deadline-banner.tsx";
import { ActionButton, type FormTarget } from "./form.tsx";
import { History } from "./history.tsx";
import type { DeskStudio } from "./page.tsx";
import { CalendarForm, NoteForm, OtherActions, Replies, SaveFailedNotice } from "./request-actions.tsx";

export type RequestPageProps = {
  request: StoredRequest;
  events: HistoryEvent[];
  clock: Clock;
  studio: DeskStudio;
  target: FormTarget;
  /** A session also allows the note, resending and deleting. A link in an email shows no more than that email. */
  fullAccess: boolean;
  savedAt?: number | null;
  /** The input that could not be saved. */
  unsaved?: { note?: string } | null;
};

export function RequestPage(props: RequestPageProps) {
  const { request, clock } = props;
  const deadline = deadlineOf(request, clock);
  return deadline.kind === "answered" ? <AnsweredRequest {...props} /> : <OpenRequest {...props} deadline={deadline} />;
}

function OpenRequest({
  request,
  events,
  clock,
  studio,
  target,
  fullAccess,
  savedAt,
  unsaved,
  deadline,
}: RequestPageProps & { deadline: Deadline }) {
  const callLink = phoneLink(request.phone);
  const messageLink = textLink(request, studio);
  return (
    <>
      {unsaved && <SaveFailedNotice />}
      <div className="columns request">
        <div className="main">
          <header className="visitor">
            <p className="from small">{`Received ${relativeTime(clock, request.receivedAt)}`}</p>
            <h1>{toOneLine(request.name)}</h1>
            <p className="treatment">{fieldText(request, "treatment") || "No treatment named"}</p>
          </header>
          {deadline.kind === "spam" ? (
            <SpamNotice request={request} deadline={deadline} clock={clock} target={target} />
          ) : (
            <DeadlineBanner deadline={deadline} clock={clock} />
          )}
          <section className="message" aria-labelledby="m">
            <h2 id="m">Message</h2>
            <p>{fieldText(request, "message") || "No message."}</p>
          </section>
        </div>
        <div className="side">
          <section className="contact" aria-label="Answer">
            {callLink && (
              <a className="button button--big" href={callLink}>
                <Icon shape={icons.phone} />
                Call
              </a>
            )}
            {messageLink && (
              <a className="button button--big" href={messageLink}>
                <Icon shape={icons.message} />
                Text
              </a>
            )}
            <a className="button button--big" href={mailLink(request, studio)}>
              <Icon shape={icons.mail} />
              Write
            </a>
            <ActionButton target={target} action="answered" className="button button--line button--wide">
              <span className="box" aria-hidden="true" />
              Mark as answered
            </ActionButton>
          </section>
          <div className="more">
            <section>
              <h2 className="sr-only">Details</h2>
              <dl className="facts">
                <dt>Phone</dt>
                <dd>{fieldText(request, "phone")}</dd>
                <dt>Email</dt>
                <dd>{fieldText(request, "email")}</dd>
                <OtherFields request={request} />
                <dt>Reference</dt>
                <dd>{request.reference}</dd>
              </dl>
            </section>
            <Replies request={request} studio={studio} />
            {fullAccess && <CalendarForm request={request} clock={clock} />}
            {fullAccess && (
              <NoteForm request={request} clock={clock} target={target} savedAt={savedAt} unsaved={unsaved?.note} />
            )}
            {(fullAccess || deadline.kind !== "spam") && (
              <OtherActions
                request={request}
                target={target}
                fullAccess={fullAccess}
                isSpam={deadline.kind === "spam"}
              />
            )}
          </div>
        </div>
        <section className="past ruled">
          <h2>History</h2>
          <History request={request} events={events} clock={clock} />
        </section>
      </div>
    </>
  );
}

type SpamNoticeProps = { request: StoredRequest; deadline: Deadline; clock: Clock; target: FormTarget };

function SpamNotice({ request, deadline, clock, target }: SpamNoticeProps) {
  const { due, remaining } = deadline;
  return (
    <section className="due edge" aria-label="Spam">
      <p>
        <b>Spam.</b>{" "}
        {withFullStop(
          `${spamReason(request)}. If it is real, its answer ${remaining > 0 ? "is" : "was"} due ${relativeTime(clock, due, " at ")}`,
        )}
      </p>
      <ActionButton target={target} action="real" className="button button--line">
        It is a real request
      </ActionButton>
    </section>
  );
}

export const spamReason = ({ verdict, flags }: StoredRequest): string =>
  verdict === "spam" ? "You said that it is not a real request" : flags.map((flag) => flagReasons[flag]).join(". ");

function AnsweredRequest({ request, events, clock, studio, target, fullAccess, savedAt, unsaved }: RequestPageProps) {
  const at = request.answeredAt ?? clock.now;
  const { due } = deadlineOf(request, clock);
  const callLink = phoneLink(request.phone);
  const name = toOneLine(request.name);
  const markedText = `Marked ${relativeTime(clock, at, " at ")}`;
  return (
    <>
      {unsaved && <SaveFailedNotice />}
      <section className="window-light announcement" role="status">
        <Icon shape={icons.tick} className="tickmark" />
        <h1>{`You have answered ${name}`}</h1>
        <p className="lede">
          {due > at
            ? `${markedText}, with ${approximateDuration(due - at)} to spare. No reminder will come.`
            : `${withFullStop(markedText)} No more reminders come.`}
        </p>
        <div className="actions">
          <ActionButton target={target} action="taken back" className="button button--line">
            <Icon shape={icons.arrowLeft} />
            Undo
          </ActionButton>
          <a className="icon-link" href="/desk">
            <span>All requests</span>
            <Icon shape={icons.arrowRight} />
          </a>
        </div>
      </section>
      <div className="columns after">
        <div>
          <section className="message ruled">
            <h2>{fieldText(request, "treatment") || "No treatment named"}</h2>
            <p>{fieldText(request, "message") || "No message."}</p>
          </section>
        </div>
        <div className="more">
          <section className="ruled">
            <h2>{`Reach ${firstName(request.name)} again`}</h2>
            <dl className="facts">
              <dt>Phone</dt>
              <dd>{callLink ? <a href={callLink}>{fieldText(request, "phone")}</a> : fieldText(request, "phone")}</dd>
              <dt>Email</dt>
              <dd>
                <a href={mailLink(request, studio)}>{fieldText(request, "email")}</a>
              </dd>
              <OtherFields request={request} />
            </dl>
          </section>
          {fullAccess && <CalendarForm request={request} clock={clock} />}
          {fullAccess && (
            <NoteForm request={request} clock={clock} target={target} savedAt={savedAt} unsaved={unsaved?.note} />
          )}
          <section className="ruled">
            <h2>History</h2>
            <History request={request} events={events} clock={clock} />
          </section>
          {fullAccess && <OtherActions request={request} target={target} fullAccess isSpam />}
        </div>
      </div>
    </>
  );
}

function OtherFields({ request }: { request: StoredRequest }) {
  return otherFields(request).map(({ label, text }) => (
    <Fragment key={label}>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </Fragment>
  ));
}

/** The title of the page starts with the state of the request. */
export function requestTitle(request: StoredRequest, clock: Clock): string {
  const { kind } = deadlineOf(request, clock);
  const labels = { answered: "Answered", spam: "Spam", overdue: "Overdue", soon: "Soon", open: "Open" };
  return capitalize(`${labels[kind]}: ${toOneLine(request.name)}`);
}
