import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import { toOneLine, treatmentText } from "../../requests/mail/display-text.ts";
import type { StoredRequest } from "../../requests/store/stored-request.ts";
import { type Clock, relativeTime } from "../time-text.ts";
import { State } from "./deadline.tsx";
import { ActionButton, type FormTarget } from "./form.tsx";
import { SaveFailedNotice } from "./request-actions.tsx";

type DeletePageProps = { request: StoredRequest; clock: Clock; target: FormTarget; failed: boolean };

/** The second step of deleting. The button to keep the request comes first. */
export function DeletePage({ request, clock, target, failed }: DeletePageProps) {
  const requestUrl = `/desk/requests/${request.reference}`;
  const isOpen = request.answeredAt === null;
  return (
    <div className="sheet">
      {failed && <SaveFailedNotice />}
      <p>
        <a className="text-button" href={requestUrl}>
          <Icon shape={icons.arrowLeft} />
          Back to the request
        </a>
      </p>
      <h1>Delete this request?</h1>
      <div className={isOpen ? "due edge edge--late" : "due edge"}>
        <p>
          <b>{toOneLine(request.name)}</b>
          <br />
          {treatmentText(request)}
          <br />
          {`Received ${relativeTime(clock, request.receivedAt)}`}
        </p>
        {isOpen && (
          <p>
            <State kind="overdue">Not answered yet</State>
          </p>
        )}
      </div>
      <section className="message">
        <p>
          Name, phone, email, message, your note and the history are erased. <b>This cannot be undone.</b>
        </p>
      </section>
      <p className="soft">
        Emails in your mailbox stay until you delete them there. Backups made until today keep a copy until they are
        replaced.
      </p>
      <div className="choice">
        <a className="button button--wide" href={requestUrl}>
          Keep it
        </a>
        <ActionButton target={target} action="delete" className="button button--line button--danger button--wide">
          Delete for good
        </ActionButton>
      </div>
    </div>
  );
}
