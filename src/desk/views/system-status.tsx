import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import type { StoredRequest } from "../../requests/store/stored-request.ts";
import {
  describeProblems,
  describeStatus,
  isMailLate,
  type SystemStatus,
  statusSentence,
} from "../../requests/system-status.ts";
import { type Clock, relativeTime } from "../time-text.ts";
import { ActionButton, type FormTarget } from "./form.tsx";

/** Screen readers read all of each item, also where only its beginning is shown. */
export function StatusLine({ status, clock }: { status: SystemStatus; clock: Clock }) {
  const items = describeStatus(status, (at) => relativeTime(clock, at));
  return (
    <details className="status">
      <summary>
        <span className="sr-only">State of the website: </span>
        <span className="status__items">
          {items.map(({ name, ok, beginning, rest }) => (
            <span key={name} className={ok ? "status__item" : "status__item status__item--bad"}>
              <Icon shape={ok ? icons.tick : icons.alert} />
              {beginning}
              <span className="status__rest">{` ${rest}`}</span>
            </span>
          ))}
        </span>
        <Icon shape={icons.chevronDown} className="chevron" />
      </summary>
      <dl className="facts">
        {items.map((item) => [
          <dt key={`${item.name} term`}>{item.name}</dt>,
          <dd key={`${item.name} words`}>{statusSentence(item)}</dd>,
        ])}
      </dl>
    </details>
  );
}

/** `undelivered` are the requests about which the owner has had no email, oldest first. */
type ProblemNoticeProps = { status: SystemStatus; clock: Clock; target: FormTarget; undelivered: StoredRequest[] };

/** Says what is wrong, what is safe and what to do. Undelivered emails come before all other problems. */
export function ProblemNotice({ status, clock, target, undelivered }: ProblemNoticeProps) {
  const { email } = status;
  const problems = describeProblems(status, (at) => relativeTime(clock, at));
  if (problems.length === 0) return null;
  const isLate = isMailLate(status);
  const counted = `${email.waiting} ${email.waiting === 1 ? "email waits" : "emails wait"}`;
  return (
    <section className="notice notice--bad" role={isLate ? "alert" : "status"}>
      <div>
        <h2>
          <Icon shape={icons.alert} />
          {isLate ? problems[0] : "The site needs a look"}
        </h2>
        {isLate ? (
          <p>
            {`${counted}. Requests still arrive and are safe here, but `}
            <b>nothing reaches your mailbox</b>. Until this is fixed, look at this page.
          </p>
        ) : (
          <p>Requests arrive and are safe, and emails go out.</p>
        )}
      </div>
      <div>
        {isLate && !email.unset ? (
          <ol>
            <li>
              Tap <b>Try now</b>. The site also tries by itself, every few minutes.
            </li>
            <li>Still nothing? Look at the mail account: has its password changed, is its bill paid?</li>
            <li>
              Then send this line to the person who looks after the site: <b>{describeMailError(undelivered)}</b>
            </li>
          </ol>
        ) : (
          <p>
            Send this line to the person who looks after the site:{" "}
            <b>{isLate ? "SMTP_URL or RESEND_API_KEY is not set" : problems.join(" ")}</b>
          </p>
        )}
        {isLate && (
          <div className="actions">
            {!email.unset && (
              <ActionButton target={target} action="try now" className="button">
                Try now
              </ActionButton>
            )}
            {undelivered[0] && (
              <a className="text-button" href={`/desk/requests/${undelivered[0].reference}`}>
                See the new request
              </a>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

type LaunchNoticeProps = { unlaunched: string | undefined; editorUrl: string | null | undefined };

/** Before the launch the site is hidden on purpose. Her list of what is left is in the editor, where there is one. */
export function LaunchNotice({ unlaunched, editorUrl }: LaunchNoticeProps) {
  if (!unlaunched || !editorUrl) return null;
  return (
    <p className="notice">
      The site is not launched yet: {unlaunched}. <a href={`${editorUrl}#to-do`}>Your list is in the editor</a>
    </p>
  );
}

/** In the codes that the person understands who fixes it. */
function describeMailError(undelivered: StoredRequest[]): string {
  const error = undelivered.find(({ lastError }) => lastError)?.lastError;
  return error ? `emails fail with ${error}` : "emails wait and no attempt has failed yet";
}
