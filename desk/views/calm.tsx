import type { ReactNode } from "react";
import { Form, type Post } from "./form.tsx";
import { Icon, type IconName } from "./icon.tsx";

type CalmProps = {
  icon?: IconName;
  title: string;
  lede: string;
  small: ReactNode;
  status?: boolean;
  children?: ReactNode;
};

/** Window light on an empty wall, and one thing to do. */
function Calm({ icon, title, lede, small, status, children }: CalmProps) {
  return (
    <section className="calm calm--tall" role={status ? "status" : undefined}>
      <div>
        {icon && <Icon name={icon} also="tickmark tickmark--box" />}
        <h1>{title}</h1>
        <p className="lede">{lede}</p>
        {children && <div className="acts acts--wide">{children}</div>}
        <p className="small soft ruled">{small}</p>
      </div>
    </section>
  );
}

/** `to` is the request that opens after signing in. */
type AskProps = { post: Post; to: string };

function Ask({ post, to }: AskProps) {
  return (
    <Form post={post} does="ask" also={{ to }}>
      <button className="button" type="submit">
        Send me a link
      </button>
    </Form>
  );
}

/** `unsaved` is a note whose session was over: nothing typed is lost. */
export function SignIn({ unsaved, ...ask }: AskProps & { unsaved: string }) {
  return (
    <Calm
      title="Your desk"
      lede="One tap sends a link to the studio’s mailbox, and only there. Open it on this phone."
      small={"No password. The link works once, for 15\u00a0minutes, and keeps this phone signed in for 30\u00a0days."}
    >
      {unsaved && (
        <div className="field">
          <label htmlFor="unsaved">Your note was not saved, as this phone is no longer signed in. Copy it:</label>
          <textarea id="unsaved" readOnly rows={3} defaultValue={unsaved} />
        </div>
      )}
      <Ask {...ask} />
    </Calm>
  );
}

/** The same to everyone, whether or not a letter went. */
export function Sent() {
  return (
    <Calm
      icon="mail"
      status
      title="Look in the mailbox"
      lede={"If a link can be sent now, it is on its way to the studio’s mailbox. It works once, for 15\u00a0minutes."}
      small={
        <>
          Nothing after two minutes? Look in the spam folder, then <a href="/desk">ask once more</a>. Only a few links
          go out each hour. This page says the same to everyone.
        </>
      }
    />
  );
}

/** Mail programs open links to look at them: the link is used by the tap alone. */
export function Arrived({ post, to }: AskProps) {
  return (
    <Calm
      title="Your desk"
      lede="One more tap, and this phone is signed in for 30 days."
      small="Not your phone? Close this page. The link stays good until its 15 minutes are over."
    >
      <Form post={post} does="sign in" also={{ to }}>
        <button className="button" type="submit">
          Open the desk on this phone
        </button>
      </Form>
    </Calm>
  );
}

export function LinkEnded(ask: AskProps) {
  return (
    <Calm
      icon="clock"
      title="This link has ended"
      lede="It was used already, or it is too old. Nothing was changed."
      small="The requests are safe. A fresh link goes to the studio’s mailbox, and only there."
    >
      <Ask {...ask} />
    </Calm>
  );
}

export function Gone() {
  return (
    <Calm
      title="This request is no longer here"
      lede="It was deleted, or the link is not whole. If the link broke over two lines in your mail, copy all of it."
      small="The letter in your mailbox still holds the name, phone and email."
    >
      <a className="button" href="/desk">
        All requests
      </a>
    </Calm>
  );
}

/** A form that is not ours, or that is too old for its session. */
export function Refused() {
  return (
    <Calm
      title="Nothing was changed"
      lede="This page was too old, or it was not sent from the desk itself."
      small="Open the request again and repeat it there."
    >
      <a className="button" href="/desk">
        All requests
      </a>
    </Calm>
  );
}

export function Unavailable() {
  return (
    <Calm
      icon="alert"
      title="The desk cannot be opened just now"
      lede="Nothing has changed. Try again in a minute."
      small="The letters in your mailbox hold every name, phone and email. If this lasts, tell whoever looks after the site."
    />
  );
}
