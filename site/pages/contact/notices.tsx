import type { ReactNode } from "react";
import { type FieldErrors, fields } from "../../../consultations/request.ts";
import { Icon } from "../../parts/icon.tsx";
import type { Words } from "./contact.tsx";
import styles from "./form.module.css";

/*
 * Each notice is in the page from the start. Script shows the one that applies; without script the
 * backend sends the visitor back to its id, and the style sheet shows what the address points at.
 */

interface NoticeProps {
  words: Words;
  shown: boolean;
  onDismiss: () => void;
}

export function SuccessNotice({ words, shown, onDismiss }: NoticeProps) {
  const { heading, text } = words.success;
  return (
    <div role="status">
      <Notice id="sent" shown={shown} icon="tick" heading={heading} dismiss={words.dismiss} onDismiss={onDismiss}>
        <p>{text}</p>
        <ul className={styles.next} role="list">
          {words.next.map(({ label, to }) => (
            <li key={to}>
              <a href={to}>{label}</a>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

interface FailureNoticeProps extends NoticeProps {
  phone: { text: string; href: string };
}

export function FailureNotice({ words, phone, shown, onDismiss }: FailureNoticeProps) {
  const { heading, text } = words.failure;
  return (
    <div role="alert">
      <Notice
        id="failed"
        bad
        shown={shown}
        icon="alert"
        heading={heading}
        dismiss={words.dismiss}
        onDismiss={onDismiss}
      >
        <p>
          {text} <a href={phone.href}>{phone.text}</a>
        </p>
      </Notice>
    </div>
  );
}

interface NoticeBoxProps {
  id: string;
  bad?: boolean;
  shown: boolean;
  icon: "tick" | "alert";
  heading: string;
  dismiss: string;
  onDismiss: () => void;
  children: ReactNode;
}

function Notice({ id, bad = false, shown, icon, heading, dismiss, onDismiss, children }: NoticeBoxProps) {
  return (
    <div id={id} className={`${styles.notice} ${bad ? styles.bad : ""}`} tabIndex={-1} data-shown={shown || undefined}>
      <Icon name={icon} />
      <h3>{heading}</h3>
      <div>{children}</div>
      <button className={styles.dismiss} type="button" aria-label={dismiss} onClick={onDismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** All that has to be mended, each line a way to its field. */
export function ErrorSummary({ heading, errors }: { heading: string; errors: FieldErrors }) {
  const wrong = fields.filter((field) => errors[field]);
  return (
    <div id="check" tabIndex={-1} className={styles.summary} hidden={wrong.length === 0}>
      <div role="alert" className={`${styles.notice} ${styles.bad}`} data-shown>
        <Icon name="alert" />
        <h3>{heading}</h3>
        <ul role="list">
          {wrong.map((field) => (
            <li key={field}>
              <a href={`#${field}`}>{errors[field]}</a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
