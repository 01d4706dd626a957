import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import { mailLink, preparedReplies, textLink } from "../../requests/mail/contact-links.ts";
import type { HistoryEvent } from "../../requests/store/desk-store.ts";
import type { StoredRequest } from "../../requests/store/stored-request.ts";
import { withFullStop } from "../../requests/studio-time.ts";
import { suggestedTime } from "../calendar.ts";
import { type Clock, relativeTime } from "../time-text.ts";
import { ActionButton, Form, type FormTarget } from "./form.tsx";
import type { DeskStudio } from "./page.tsx";

export type RequestView = {
  /** A session also allows the note, resending and deleting. A link in an email shows no more than that email. */
  fullAccess: boolean;
  savedAt?: number | null;
  /** The input that could not be saved. */
  unsaved?: { note?: string } | null;
};

export type RequestPageProps = RequestView & {
  request: StoredRequest;
  events: HistoryEvent[];
  clock: Clock;
  studio: DeskStudio;
  target: FormTarget;
};

export const maxNoteLength = 2_000;

export function NoteForm({ request, clock, target, savedAt, unsaved }: RequestPageProps) {
  return (
    <section className="ruled" id="note-place">
      {savedAt && (
        <p className="notice" role="status">
          {withFullStop(`Saved ${relativeTime(clock, savedAt, " at ")}`)}
        </p>
      )}
      <Form target={target} action="note" className="field">
        <h2>
          <label htmlFor="note">Private note</label>
        </h2>
        <p className="hint" id="note-hint">
          Only you see it. It is erased with the request.
        </p>
        <textarea
          className="input"
          id="note"
          name="note"
          rows={3}
          maxLength={maxNoteLength}
          aria-describedby="note-hint"
          defaultValue={unsaved?.note ?? request.note}
        />
        <button className="button button--line" type="submit">
          Save note
        </button>
      </Form>
    </section>
  );
}

/** The replies that the owner has prepared. They open in her own mail or messages, and she sends them. */
export function Replies({ request, studio }: RequestPageProps) {
  const replies = preparedReplies(studio);
  if (replies.length < 2) return null;
  return (
    <section className="ruled">
      <h2>Replies ready to send</h2>
      <ul className="plain" role="list">
        {replies.map((reply) => {
          const message = textLink(request, studio, reply);
          return (
            <li key={reply.label}>
              <span>{reply.label}</span>
              <span className="actions">
                {message && (
                  <a className="text-button" href={message}>
                    Text<span className="sr-only">{`: ${reply.label}`}</span>
                  </a>
                )}
                <a className="text-button" href={mailLink(request, studio, reply)}>
                  Write<span className="sr-only">{`: ${reply.label}`}</span>
                </a>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The owner names the time, as the request does not. The entry is saved as a file that every calendar opens. */
export function CalendarForm({ request, clock }: RequestPageProps) {
  return (
    <section className="ruled">
      <form className="field" action={`/desk/requests/${request.reference}/calendar.ics`}>
        <h2>
          <label htmlFor="at">For your calendar</label>
        </h2>
        <input className="input" type="datetime-local" id="at" name="at" required defaultValue={suggestedTime(clock)} />
        <button className="button button--line" type="submit">
          Save the entry
        </button>
      </form>
    </section>
  );
}

export function OtherActions({ request, target, fullAccess, isOpen }: RequestPageProps & { isOpen: boolean }) {
  return (
    <section className="ruled">
      <h2>Something else</h2>
      {isOpen && (
        <>
          <ActionButton target={target} action="spam" className="text-button">
            Not a real request
          </ActionButton>
          <p className="small soft">Moves it to “Maybe spam” and ends its reminders. You can undo that.</p>
        </>
      )}
      {fullAccess && (
        <>
          <ActionButton target={target} action="sent again" className="text-button">
            Send me its email again
          </ActionButton>
          <p>
            <a className="text-button" href={`/desk/requests/${request.reference}/delete`}>
              Delete this request…
            </a>
          </p>
        </>
      )}
    </section>
  );
}

/** Shown when the store could not be written. The typed text is still in its field. */
export function SaveFailedNotice() {
  return (
    <section className="notice notice--bad" role="alert">
      <h2>
        <Icon shape={icons.alert} />
        This was not saved.
      </h2>
      <p>Nothing has changed. Try again.</p>
    </section>
  );
}
