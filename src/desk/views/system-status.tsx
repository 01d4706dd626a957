import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import { numberWord } from "../../requests/mail/email-context.ts";
import type { StoredRequest } from "../../requests/store/stored-request.ts";
import { withFullStop } from "../../requests/studio-time.ts";
import type { SystemStatus } from "../../requests/system-status.ts";
import { type Clock, capitalize, relativeTime } from "../time-text.ts";
import { ActionButton, type FormTarget } from "./form.tsx";

type StatusItem = { name: string; ok: boolean; summary: string; summaryRest: string; details: string };

/** A phone shows only the summary of each item until it is opened. Screen readers always read all of it. */
function statusItems({ email, disk, backup, hidden }: SystemStatus, clock: Clock): StatusItem[] {
  const mailLateSince = email.since === null ? "" : relativeTime(clock, email.since);
  const lastBackup = backup.at === null ? "" : relativeTime(clock, backup.at);
  const freeText = disk.free === null ? "" : ` ${Math.round(disk.free * 100)}\u00a0% free.`;
  return [
    email.unset
      ? {
          name: "Emails",
          ok: false,
          summary: "No emails",
          summaryRest: " as no mail server is set up",
          details: "No mail server is set up.",
        }
      : mailLateSince
        ? {
            name: "Emails",
            ok: false,
            summary: "No emails",
            summaryRest: ` since ${mailLateSince}`,
            details: `${withFullStop(`Not going out since ${mailLateSince}`)} ${numberWord(email.waiting)} ${email.waiting === 1 ? "waits" : "wait"}.`,
          }
        : { name: "Emails", ok: true, summary: "Emails", summaryRest: " go out", details: "Go out." },
    disk.ok
      ? { name: "Disk", ok: true, summary: "Disk", summaryRest: " is fine", details: `Fine.${freeText}` }
      : {
          name: "Disk",
          ok: false,
          summary: "Disk",
          summaryRest: " is nearly full",
          details: `Nearly full.${freeText}`,
        },
    backup.missing
      ? {
          name: "Backup",
          ok: false,
          summary: "No backup",
          summaryRest: lastBackup ? ` since ${lastBackup}` : " yet",
          details: lastBackup ? withFullStop(`The last was ${lastBackup}`) : "None was made yet.",
        }
      : {
          name: "Backup",
          ok: true,
          summary: lastBackup || backup.elsewhere ? "Backup" : "Backups",
          summaryRest: lastBackup ? ` ${lastBackup}` : backup.elsewhere ? " is made elsewhere" : " start at launch",
          details: lastBackup
            ? withFullStop(capitalize(lastBackup))
            : backup.elsewhere
              ? "Made by the database’s own host."
              : "Not needed before the launch.",
        },
    hidden === null
      ? {
          name: "Visible",
          ok: true,
          summary: "Visible",
          summaryRest: " to search engines",
          details: "Search engines may see the site.",
        }
      : {
          name: "Visible",
          ok: false,
          summary: "Hidden",
          summaryRest: " from search engines",
          details: withFullStop(`No: ${hidden}`),
        },
  ];
}

export function StatusLine({ status, clock }: { status: SystemStatus; clock: Clock }) {
  const items = statusItems(status, clock);
  return (
    <details className="house">
      <summary>
        <span className="sr-only">State of the website: </span>
        <span className="signs">
          {items.map(({ name, ok, summary, summaryRest }) => (
            <span key={name} className={ok ? "sign" : "sign bad"}>
              <Icon shape={ok ? icons.tick : icons.alert} />
              {summary}
              <span className="long">{summaryRest}</span>
            </span>
          ))}
        </span>
        <Icon shape={icons.chevronDown} className="chev" />
      </summary>
      <dl>
        {items.map(({ name, details }) => [
          <dt key={`${name} term`}>{name}</dt>,
          <dd key={`${name} words`}>{details}</dd>,
        ])}
      </dl>
    </details>
  );
}

/** `undelivered` are the requests about which the owner has had no email, oldest first. */
type ProblemNoticeProps = { status: SystemStatus; clock: Clock; target: FormTarget; undelivered: StoredRequest[] };

/** Says what is wrong, what is safe and what to do. Undelivered emails come before all other problems. */
export function ProblemNotice({ status, clock, target, undelivered }: ProblemNoticeProps) {
  const { email, backup, disk, hidden, notCommitted } = status;
  if (email.unset || email.since !== null) {
    const since = email.since === null ? "" : ` since ${relativeTime(clock, email.since)}`;
    return (
      <section className="notice notice--bad" role="alert">
        <div>
          <h2>
            <Icon shape={icons.alert} />
            {email.unset ? "Emails cannot go out" : `Emails have not gone out${since}`}
          </h2>
          <p>
            {`${numberWord(email.waiting)} ${email.waiting === 1 ? "email waits" : "emails wait"}. Requests still arrive and are safe here, but `}
            <b>nothing reaches your mailbox</b>. Until this is fixed, look at this page.
          </p>
        </div>
        <div>
          {email.unset ? (
            <p>
              Send this line to the person who looks after the site: <b>SMTP_URL or RESEND_API_KEY is not set</b>
            </p>
          ) : (
            <ol>
              <li>
                Tap <b>Try now</b>. The site also tries by itself, every few minutes.
              </li>
              <li>Still nothing? Look at the mail account: has its password changed, is its bill paid?</li>
              <li>
                Then send this line to the person who looks after the site: <b>{describeMailError(undelivered)}</b>
              </li>
            </ol>
          )}
          <div className="acts">
            {!email.unset && (
              <ActionButton target={target} action="try now" className="button">
                Try now
              </ActionButton>
            )}
            {undelivered[0] && (
              <a className="way" href={`/desk/requests/${undelivered[0].reference}`}>
                <span>See the new request</span>
              </a>
            )}
          </div>
        </div>
      </section>
    );
  }
  const problems = [
    ...(disk.ok ? [] : ["the disk is nearly full"]),
    ...(backup.missing
      ? [backup.at === null ? "no backup was made yet" : "the last backup is older than two days"]
      : []),
    ...(hidden === null ? [] : [`search engines are asked to stay away (${hidden})`]),
    ...(notCommitted ? [`what was edited is not kept in git (${notCommitted})`] : []),
  ].join("; ");
  if (!problems) return null;
  return (
    <section className="notice notice--bad" role="status">
      <div>
        <h2>
          <Icon shape={icons.alert} />
          The site needs a look
        </h2>
        <p>Requests arrive and are safe, and emails go out.</p>
      </div>
      <div>
        <p>
          Send this line to the person who looks after the site: <b>{problems}</b>
        </p>
      </div>
    </section>
  );
}

/** The codes are kept for the person who fixes it. */
function describeMailError(undelivered: StoredRequest[]): string {
  const error = undelivered.find(({ lastError }) => lastError)?.lastError;
  if (!error) return "emails wait and no attempt has failed yet";
  if (error.includes(" may not be written ")) return error;
  if (/EAUTH|53\d|401|403/.test(error)) return `mail server refused the password (${error})`;
  return /ECONN|ETIMEDOUT|ENOTFOUND|ESOCKET|TimeoutError/.test(error)
    ? `mail server cannot be reached (${error})`
    : `mail server refused the email (${error})`;
}
