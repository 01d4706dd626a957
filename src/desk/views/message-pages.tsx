import type { ReactNode } from "react";
import { Form, type FormTarget } from "./form.tsx";
import { Icon, type IconName } from "./icon.tsx";

type MessagePageProps = {
  icon?: IconName;
  title: string;
  intro: string;
  footnote: ReactNode;
  isStatus?: boolean;
  children?: ReactNode;
};

/** Window light on an empty wall, and one thing to do. */
function MessagePage({ icon, title, intro: lede, footnote: small, isStatus: status, children }: MessagePageProps) {
  return (
    <section className="calm calm--tall" role={status ? "status" : undefined}>
      <div>
        {icon && <Icon name={icon} className="tickmark tickmark--box" />}
        <h1>{title}</h1>
        <p className="lede">{lede}</p>
        {children && <div className="acts acts--wide">{children}</div>}
        <p className="small soft ruled">{small}</p>
      </div>
    </section>
  );
}

/** `to` is the request that opens after signing in. */
type SignInFormProps = { target: FormTarget; returnTo: string };

function SignInForm({ target: post, returnTo }: SignInFormProps) {
  return (
    <Form target={post} action="ask" extraFields={{ to: returnTo }}>
      <button className="button" type="submit">
        Send me a link
      </button>
    </Form>
  );
}

/** `unsaved` is a note whose session was over: nothing typed is lost. */
export function SignInPage({ unsaved, ...formProps }: SignInFormProps & { unsaved: string }) {
  return (
    <MessagePage
      title="Your desk"
      intro="One tap sends a link to the studio’s mailbox, and only there. Open it on this phone."
      footnote={
        "No password. The link works once, for 15\u00a0minutes, and keeps this phone signed in for 30\u00a0days."
      }
    >
      {unsaved && (
        <div className="field">
          <label htmlFor="unsaved">Your note was not saved, as this phone is no longer signed in. Copy it:</label>
          <textarea id="unsaved" readOnly rows={3} defaultValue={unsaved} />
        </div>
      )}
      <SignInForm {...formProps} />
    </MessagePage>
  );
}

/** The same to everyone, whether or not a letter went. */
export function LinkSentPage() {
  return (
    <MessagePage
      icon="mail"
      isStatus
      title="Look in the mailbox"
      intro={"If a link can be sent now, it is on its way to the studio’s mailbox. It works once, for 15\u00a0minutes."}
      footnote={
        <>
          Nothing after two minutes? Look in the spam folder, then <a href="/desk">ask once more</a>. Only a few links
          go out each hour. This page says the same to everyone.
        </>
      }
    />
  );
}

/** Mail programs open links to look at them: the link is used by the tap alone. */
export function ConfirmSignInPage({ target: post, returnTo: to }: SignInFormProps) {
  return (
    <MessagePage
      title="Your desk"
      intro="One more tap, and this phone is signed in for 30 days."
      footnote="Not your phone? Close this page. The link stays good until its 15 minutes are over."
    >
      <Form target={post} action="sign in" extraFields={{ to }}>
        <button className="button" type="submit">
          Open the desk on this phone
        </button>
      </Form>
    </MessagePage>
  );
}

export function LinkEndedPage(formProps: SignInFormProps) {
  return (
    <MessagePage
      icon="clock"
      title="This link has ended"
      intro="It was used already, or it is too old. Nothing was changed."
      footnote="The requests are safe. A fresh link goes to the studio’s mailbox, and only there."
    >
      <SignInForm {...formProps} />
    </MessagePage>
  );
}

export function NotFoundPage() {
  return (
    <MessagePage
      title="This request is no longer here"
      intro="It was deleted, or the link is not whole. If the link broke over two lines in your mail, copy all of it."
      footnote="The letter in your mailbox still holds the name, phone and email."
    >
      <a className="button" href="/desk">
        All requests
      </a>
    </MessagePage>
  );
}

/** A form that is not ours, or that is too old for its session. */
export function RefusedPage() {
  return (
    <MessagePage
      title="Nothing was changed"
      intro="This page was too old, or it was not sent from the desk itself."
      footnote="Open the request again and repeat it there."
    >
      <a className="button" href="/desk">
        All requests
      </a>
    </MessagePage>
  );
}

export function UnavailablePage() {
  return (
    <MessagePage
      icon="alert"
      title="The desk cannot be opened just now"
      intro="Nothing has changed. Try again in a minute."
      footnote="The letters in your mailbox hold every name, phone and email. If this lasts, tell whoever looks after the site."
    />
  );
}
