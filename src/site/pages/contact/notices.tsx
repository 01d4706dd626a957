import type { MouseEvent } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import { answerWithin, closedParts } from "../../../requests/answer-by.ts";
import { type FieldErrors, fields } from "../../../requests/request.ts";
import { dayAndTime, withFullStop } from "../../../requests/studio-time.ts";
import layout from "../../parts/layout.module.css";
import light from "../../parts/window-light.module.css";
import type { FormStrings } from "./contact-props.ts";
import styles from "./form.module.css";
import thanks from "./thanks.module.css";

/*
 * Every notice is in the page from the start. The script shows the one that applies; without script the
 * backend redirects to the notice's id, and the style sheet shows the targeted one.
 */

interface NoticeProps {
  strings: FormStrings;
  phone: { text: string; href: string };
  visible: boolean;
}

export function FailureNotice({ strings, phone, visible, onDismiss }: NoticeProps & { onDismiss: () => void }) {
  const { heading, text } = strings.failure;
  return (
    <div role="alert">
      <div
        id="failed"
        className={`notice notice--bad ${styles.notice}`}
        tabIndex={-1}
        data-shown={visible || undefined}
      >
        <Icon shape={icons.alert} />
        <h3>{heading}</h3>
        <div>
          <p>
            {text} <a href={phone.href}>{phone.text}</a>
          </p>
        </div>
        <button className={styles.dismiss} type="button" aria-label={strings.dismiss} onClick={onDismiss}>
          <Icon shape={icons.close} />
        </button>
      </div>
    </div>
  );
}

interface ThanksProps extends NoticeProps {
  /** When the request was stored. Unknown where only the address says that one was sent. */
  sentAt: number | undefined;
  onStartAgain: (event: MouseEvent) => void;
}

/** Replaces the form after a request was sent: a lit wall with the hour of the answer and what happens next. */
export function Thanks({ strings, phone, visible, sentAt, onStartAgain }: ThanksProps) {
  const { success, next, dismiss, clock } = strings;
  const { answer } = success;
  return (
    <div role="status">
      <div
        id="sent"
        className={`${thanks.thanks} ${light.windowLight}`}
        tabIndex={-1}
        data-shown={visible || undefined}
      >
        {sentAt && answer && (
          <p className={thanks.answerTime}>
            {withFullStop(answer.by.replace("{time}", dayAndTime(sentAt + answerWithin, clock.timeZone)))}
          </p>
        )}
        <h2>{success.heading}</h2>
        <p className={`${layout.lede} ${thanks.lede}`}>{success.text}</p>
        {sentAt && answer && <PromisedDay sentAt={sentAt} words={answer} clock={clock} />}
        {success.steps && (
          <ol className={thanks.steps} role="list">
            {success.steps.map(({ title, text }) => (
              <li key={title}>
                <b>{title}</b> <span>{text}</span>
              </li>
            ))}
          </ol>
        )}
        <p>
          {success.later} <a href={phone.href}>{phone.text}</a>
        </p>
        <ul className={`${layout.links} ${styles.next}`} role="list">
          {next.map(({ label, to }) => (
            <li key={to}>
              <a href={to}>{label}</a>
            </li>
          ))}
          <li>
            <a href="/contact" onClick={onStartAgain}>
              {success.again ?? dismiss}
            </a>
          </li>
        </ul>
      </div>
    </div>
  );
}

interface PromisedDayProps {
  sentAt: number;
  words: NonNullable<FormStrings["success"]["answer"]>;
  clock: FormStrings["clock"];
}

/** The 24 hours from a request to its answer, as a line on which the closed hours are hatched. */
function PromisedDay({ sentAt, words, clock: { hours, timeZone } }: PromisedDayProps) {
  const closed = closedParts(sentAt, hours, timeZone);
  return (
    <div className={thanks.day}>
      <p className={`${thanks.ends} ${layout.spread}`}>
        <span>
          <b>{dayAndTime(sentAt, timeZone)}</b> {words.request}
        </span>
        <span>
          <b>{dayAndTime(sentAt + answerWithin, timeZone)}</b> {words.answer}
        </span>
      </p>
      <svg className={thanks.timeline} aria-hidden="true">
        <pattern id="closed" width="7" height="20" patternUnits="userSpaceOnUse" patternTransform="skewX(-25)">
          <path d="M1 0v20" stroke="currentColor" strokeWidth="1.5" />
        </pattern>
        {closed.map(([start, end]) => (
          <rect key={start} x={percent(start)} width={percent(end - start)} height="20" fill="url(#closed)" />
        ))}
      </svg>
      {closed.length > 0 && (
        <p className={thanks.legend}>
          <svg aria-hidden="true">
            <rect width="100%" height="20" fill="url(#closed)" />
          </svg>
          {words.closed}
        </p>
      )}
    </div>
  );
}

const percent = (part: number) => `${(100 * part).toFixed(2)}%`;

/** Lists everything to fix, each line a link to its field. */
export function ErrorSummary({ heading, errors }: { heading: string; errors: FieldErrors }) {
  const invalidFields = fields.filter((field) => errors[field]);
  return (
    <div id="check" tabIndex={-1} className={styles.summary} hidden={invalidFields.length === 0}>
      <div role="alert" className={`notice notice--bad ${styles.notice}`} data-shown>
        <Icon shape={icons.alert} />
        <h3>{heading}</h3>
        <ul className={layout.links} role="list">
          {invalidFields.map((field) => (
            <li key={field}>
              <a href={`#${field}`}>{errors[field]}</a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
