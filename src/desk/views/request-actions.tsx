import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import type { StoredRequest } from "../../requests/store/stored-request.ts";
import { withFullStop } from "../../requests/studio-time.ts";
import { type Clock, relativeTime } from "../time-text.ts";
import { Form, type FormTarget } from "./form.tsx";

export const maxNoteLength = 2_000;

type NoteFormProps = {
  request: StoredRequest;
  clock: Clock;
  target: FormTarget;
  savedAt: number | null | undefined;
  unsaved: string | undefined;
};

export function NoteForm({ request, clock, target, savedAt, unsaved }: NoteFormProps) {
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
          defaultValue={unsaved ?? request.note}
        />
        <button className="button button--line" type="submit">
          Save note
        </button>
      </Form>
    </section>
  );
}

type OtherActionsProps = { request: StoredRequest; target: FormTarget; fullAccess: boolean; isSuspect: boolean };

export function OtherActions({ request, target, fullAccess, isSuspect }: OtherActionsProps) {
  return (
    <section className="ruled">
      <h2>Something else</h2>
      {!isSuspect && (
        <>
          <Form target={target} action="apart">
            <button className="act" type="submit">
              Not a real request
            </button>
          </Form>
          <p className="small soft">Sets it apart and ends its reminders. You can undo that.</p>
        </>
      )}
      {fullAccess && (
        <>
          <Form target={target} action="sent again">
            <button className="act" type="submit">
              Send me its email again
            </button>
          </Form>
          <p>
            <a className="act" href={`/desk/requests/${request.reference}/delete`}>
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
