import { Fragment } from "react";
import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import { mailLink, phoneLink, textLink } from "../../requests/mail/contact-links.ts";
import { fieldText, messageText, otherFields, toOneLine, treatmentText } from "../../requests/mail/display-text.ts";
import { flagReasons } from "../../requests/mail/email-context.ts";
import type { StoredRequest } from "../../requests/store/stored-request.ts";
import { approximateDuration, withFullStop } from "../../requests/studio-time.ts";
import { type Clock, relativeTime } from "../time-text.ts";
import { type Deadline, DeadlineBanner, deadlineOf } from "./deadline.tsx";
import { ActionButton } from "./form.tsx";
import { History } from "./history.tsx";
import {
  CalendarForm,
  NoteForm,
  OtherActions,
  Replies,
  type RequestPageProps,
  SaveFailedNotice,
} from "./request-actions.tsx";

export function RequestPage(props: RequestPageProps) {
  const { request, clock, fullAccess } = props;
  const deadline = deadlineOf(request, clock);
  const isAnswered = deadline.kind === "answered";
  const isSpam = deadline.kind === "spam";
  const isOpen = !isAnswered && !isSpam;
  return (
    <>
      {props.unsaved && <SaveFailedNotice />}
      {isAnswered && <Answered {...props} due={deadline.due} />}
      <div className="columns request">
        <div>
          {!isAnswered && (
            <header className="visitor">
              <p className="from small">{`Received ${relativeTime(clock, request.receivedAt)}`}</p>
              <h1>{toOneLine(request.name)}</h1>
              <p className="treatment">{treatmentText(request)}</p>
            </header>
          )}
          {isSpam && <SpamNotice {...props} deadline={deadline} />}
          {isOpen && <DeadlineBanner deadline={deadline} clock={clock} />}
          <section className="message" aria-labelledby="m">
            <h2 id="m">{isAnswered ? treatmentText(request) : "Message"}</h2>
            <p>{messageText(request)}</p>
          </section>
        </div>
        <div className="side">
          {!isAnswered && <WaysToAnswer {...props} />}
          <div className="more">
            <section>
              <h2 className="sr-only">Details</h2>
              <Details {...props} />
            </section>
            {!isAnswered && <Replies {...props} />}
            {fullAccess && <CalendarForm {...props} />}
            {fullAccess && <NoteForm {...props} />}
            {(fullAccess || isOpen) && <OtherActions {...props} isOpen={isOpen} />}
          </div>
        </div>
        <section className="ruled">
          <h2>History</h2>
          <History {...props} />
        </section>
      </div>
    </>
  );
}

function WaysToAnswer({ request, studio, target }: RequestPageProps) {
  const links = [
    { name: "Call", icon: icons.phone, href: phoneLink(request.phone) },
    { name: "Text", icon: icons.message, href: textLink(request, studio) },
    { name: "Write", icon: icons.mail, href: mailLink(request, studio) },
  ];
  return (
    <section className="contact" aria-label="Answer">
      {links.map(
        ({ name, icon, href }) =>
          href && (
            <a key={name} className="button button--big" href={href}>
              <Icon shape={icon} />
              {name}
            </a>
          ),
      )}
      <ActionButton target={target} action="answered" className="button button--line button--wide">
        <span className="box" aria-hidden="true" />
        Mark as answered
      </ActionButton>
    </section>
  );
}

/** Number and address, which lead on, and whatever else the form asks. */
function Details({ request, studio }: RequestPageProps) {
  const call = phoneLink(request.phone);
  const [phone, email] = [fieldText(request, "phone"), fieldText(request, "email")];
  return (
    <dl className="facts">
      <dt>Phone</dt>
      <dd>{call ? <a href={call}>{phone}</a> : phone}</dd>
      <dt>Email</dt>
      <dd>
        <a href={mailLink(request, studio)}>{email}</a>
      </dd>
      {otherFields(request).map(({ label, text }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </Fragment>
      ))}
      <dt>Reference</dt>
      <dd>{request.reference}</dd>
    </dl>
  );
}

function SpamNotice({ request, clock, target, deadline }: RequestPageProps & { deadline: Deadline }) {
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

function Answered({ request, clock, target, due }: RequestPageProps & { due: number }) {
  const at = request.answeredAt ?? clock.now;
  const markedText = `Marked ${relativeTime(clock, at, " at ")}`;
  return (
    <section className="window-light announcement" role="status">
      <Icon shape={icons.tick} className="tickmark" />
      <h1>{`You have answered ${toOneLine(request.name)}`}</h1>
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
        <a className="text-button" href="/desk">
          All requests
          <Icon shape={icons.arrowRight} />
        </a>
      </div>
    </section>
  );
}

/** The title of the page starts with the state of the request. */
export function requestTitle(request: StoredRequest, clock: Clock): string {
  const { kind } = deadlineOf(request, clock);
  const labels = { answered: "Answered", spam: "Spam", overdue: "Overdue", soon: "Soon", open: "Open" };
  return `${labels[kind]}: ${toOneLine(request.name)}`;
}
