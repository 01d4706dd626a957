import type { ReactNode } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import { type FieldErrors, fields } from "../../../requests/request.ts";
import styles from "./form.module.css";

/*
 * Every notice is in the page from the start. The script shows the one that applies; without script the
 * backend redirects to the notice's id, and the style sheet shows the targeted one.
 */

interface NoticeProps {
  id: "sent" | "failed";
  heading: string;
  visible: boolean;
  dismiss: string;
  onDismiss: () => void;
  children: ReactNode;
}

export function Notice({ id, heading, visible, dismiss, onDismiss, children }: NoticeProps) {
  const isError = id === "failed";
  return (
    <div role={isError ? "alert" : "status"}>
      <div
        id={id}
        className={`notice ${styles.notice} ${isError ? "notice--bad" : ""}`}
        tabIndex={-1}
        data-shown={visible || undefined}
      >
        <Icon shape={isError ? icons.alert : icons.tick} />
        <h3>{heading}</h3>
        <div>{children}</div>
        <button className={styles.dismiss} type="button" aria-label={dismiss} onClick={onDismiss}>
          <Icon shape={icons.close} />
        </button>
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
