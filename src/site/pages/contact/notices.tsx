import type { MouseEvent, ReactNode } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import { answerWithin } from "../../../requests/answer-by.ts";
import { type FieldErrors, fields } from "../../../requests/request.ts";
import { dayAndTime, withFullStop } from "../../../requests/studio-time.ts";
import layout from "../../parts/layout.module.css";
import light from "../../parts/window-light.module.css";
import type { FormStrings } from "./contact-props.ts";
import styles from "./form.module.css";
import { PromisedDay } from "./promised-day.tsx";
import thanks from "./thanks.module.css";

/*
 * Every notice is in the page from the start. The script shows the one that applies; without script the
 * backend redirects to the notice's id, and the style sheet shows the targeted one.
 */

interface FailureNoticeProps {
  heading: string;
  visible: boolean;
  dismiss: string;
  onDismiss: () => void;
  children: ReactNode;
}

export function FailureNotice({ heading, visible, dismiss, onDismiss, children }: FailureNoticeProps) {
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
          <p>{children}</p>
        </div>
        <button className={styles.dismiss} type="button" aria-label={dismiss} onClick={onDismiss}>
          <Icon shape={icons.close} />
        </button>
      </div>
    </div>
  );
}

interface ThanksProps {
  strings: FormStrings;
  phone: { text: string; href: string };
  visible: boolean;
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
          <p className={thanks.by}>
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
        <ul className={styles.next} role="list">
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

/** Lists everything to fix, each line a link to its field. */
export function ErrorSummary({ heading, errors }: { heading: string; errors: FieldErrors }) {
  const invalidFields = fields.filter((field) => errors[field]);
  return (
    <div id="check" tabIndex={-1} className={styles.summary} hidden={invalidFields.length === 0}>
      <div role="alert" className={`notice notice--bad ${styles.notice}`} data-shown>
        <Icon shape={icons.alert} />
        <h3>{heading}</h3>
        <ul role="list">
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
