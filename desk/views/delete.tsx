import { oneLine, textOf } from "../../consultations/mail/legible.ts";
import type { StoredRequest } from "../../consultations/store/stored-request.ts";
import { type Clock, when } from "../words.ts";
import { Form, type Post } from "./form.tsx";
import { Icon } from "./icon.tsx";
import { Failure } from "./request-more.tsx";

type DeleteProps = { request: StoredRequest; clock: Clock; post: Post; failed: boolean };

/** The second, deliberate step. Keeping comes first. */
export function DeletePage({ request, clock, post, failed }: DeleteProps) {
  const back = `/desk/requests/${request.reference}`;
  const open = request.answeredAt === null;
  return (
    <div className="sheet">
      {failed && <Failure />}
      <p>
        <a className="way" href={back}>
          <Icon name="back" />
          <span>Back to the request</span>
        </a>
      </p>
      <h1>Delete this request?</h1>
      <div className={open ? "due due--over" : "due apart"}>
        <p>
          <b>{oneLine(request.name)}</b>, {textOf(request, "treatment") || "treatment not said"}
          <br />
          {`Received ${when(clock, request.receivedAt)}`}
        </p>
        {open && (
          <p className="state state--over">
            <Icon name="alert" />
            Not answered yet
          </p>
        )}
      </div>
      <section className="message">
        <p>
          Name, phone, email, message, your note and the history are erased. <b>This cannot be taken back.</b>
        </p>
      </section>
      <p className="soft">
        Letters in your mailbox stay until you delete them there. Backups made until today keep a copy until they are
        replaced.
      </p>
      <div className="choice">
        <a className="button button--wide" href={back}>
          Keep it
        </a>
        <Form post={post} does="delete">
          <button className="button button--line button--danger button--wide" type="submit">
            Delete for good
          </button>
        </Form>
      </div>
    </div>
  );
}
