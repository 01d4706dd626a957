import type { StoredRequest } from "../../consultations/store/stored-request.ts";
import { sentence } from "../../consultations/studio-time.ts";
import { type Clock, when } from "../words.ts";
import { Form, type Post } from "./form.tsx";
import { Icon } from "./icon.tsx";

export const mostNote = 2_000;

type NoteProps = {
  request: StoredRequest;
  clock: Clock;
  post: Post;
  saved: number | null | undefined;
  unsaved: string | undefined;
};

export function Note({ request, clock, post, saved, unsaved }: NoteProps) {
  return (
    <section className="ruled" id="note-place">
      {saved && (
        <p className="notice" role="status">
          {sentence(`Saved ${when(clock, saved, " at ")}`)}
        </p>
      )}
      <Form post={post} does="note" className="field">
        <h2>
          <label htmlFor="note">Private note</label>
        </h2>
        <p className="hint" id="note-hint">
          Only you see it. It is erased with the request.
        </p>
        <textarea
          id="note"
          name="note"
          rows={3}
          maxLength={mostNote}
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

type ElseProps = { request: StoredRequest; post: Post; full: boolean; apart: boolean };

export function SomethingElse({ request, post, full, apart }: ElseProps) {
  return (
    <section className="ruled">
      <h2>Something else</h2>
      {!apart && (
        <>
          <Form post={post} does="apart">
            <button className="act" type="submit">
              Not a real request
            </button>
          </Form>
          <p className="small soft">Sets it apart and ends its reminders. You can take that back.</p>
        </>
      )}
      {full && (
        <>
          <Form post={post} does="sent again">
            <button className="act" type="submit">
              Send me its letter again
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

/** The store could not be written: what was typed stands in its field again. */
export function Failure() {
  return (
    <section className="notice notice--bad" role="alert">
      <h2>
        <Icon name="alert" />
        This was not saved.
      </h2>
      <p>Nothing has changed. Try again.</p>
    </section>
  );
}
