import type { MouseEvent, ReactNode } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import { type FieldErrors, fields } from "../../../requests/request.ts";
import layout from "../../parts/layout.module.css";
import light from "../../parts/window-light.module.css";
import type { FormStrings } from "./contact-props.ts";
import styles from "./form.module.css";
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
  onStartAgain: (event: MouseEvent) => void;
}

/** Replaces the form after a request was sent: a lit wall with what happens next. */
export function Thanks({ strings: { success, next, dismiss }, phone, visible, onStartAgain }: ThanksProps) {
  return (
    <div role="status">
      <div
        id="sent"
        className={`${thanks.thanks} ${light.windowLight}`}
        tabIndex={-1}
        data-shown={visible || undefined}
      >
        <h2>{success.heading}</h2>
        <p className={`${layout.lede} ${thanks.lede}`}>{success.text}</p>
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
