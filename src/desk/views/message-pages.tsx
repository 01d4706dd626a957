import type { ReactNode } from "react";
import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import { Form, type FormTarget } from "./form.tsx";

type MessagePageProps = {
  icon?: icons.IconShape;
  title: string;
  intro: string;
  footnote: ReactNode;
  isStatus?: boolean;
  children?: ReactNode;
};

/** A page with one message and at most one action. */
function MessagePage({ icon, title, intro, footnote, isStatus, children }: MessagePageProps) {
  return (
    <section className="window-light calm calm--tall" role={isStatus ? "status" : undefined}>
      <div>
        {icon && <Icon shape={icon} className="tickmark tickmark--box" />}
        <h1>{title}</h1>
        <p className="lede">{intro}</p>
        {children && <div className="acts acts--wide">{children}</div>}
        <p className="small soft ruled">{footnote}</p>
      </div>
    </section>
  );
}

/** `returnTo` is the request that opens after signing in. */
type SignInFormProps = { target: FormTarget; returnTo: string };

function SignInForm({ target, returnTo }: SignInFormProps) {
  return (
    <Form target={target} action="ask" extraFields={{ to: returnTo }}>
      <button className="button" type="submit">
        Send me a link
      </button>
    </Form>
  );
}

/** `unsaved` is a note that was sent after the session had ended. It is shown so that it is not lost. */
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
          <textarea className="input" id="unsaved" readOnly rows={3} defaultValue={unsaved} />
        </div>
      )}
      <SignInForm {...formProps} />
    </MessagePage>
  );
}

/** This page is the same for everyone, whether or not an email was sent. */
export function LinkSentPage() {
  return (
    <MessagePage
      icon={icons.mail}
      isStatus
      title="Look in the mailbox"
      intro={"A link goes to the studio’s mailbox. It works once, for 15\u00a0minutes."}
      footnote={
        <>
          Only one link goes out every ten minutes, so yours may already be there: use the newest. Nothing after two
          minutes? Look in the spam folder, then <a href="/desk">ask once more</a>. This page says the same to everyone.
        </>
      }
    />
  );
}

/** Mail programs open links to inspect them, so only the button uses up the link. */
export function ConfirmSignInPage({ target, returnTo }: SignInFormProps) {
  return (
    <MessagePage
      title="Your desk"
      intro="One more tap, and this phone is signed in for 30 days."
      footnote="Not your phone? Close this page. The link stays good until its 15 minutes are over."
    >
      <Form target={target} action="sign in" extraFields={{ to: returnTo }}>
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
      icon={icons.clock}
      title="This link has ended"
      intro="It was used already, or it is too old. Nothing was changed."
      footnote="The requests are safe. A fresh link goes to the studio’s mailbox, and only there."
    >
      <SignInForm {...formProps} />
    </MessagePage>
  );
}

/** For a link in an email about a request. */
export function EmailLinkEndedPage(formProps: SignInFormProps) {
  return (
    <MessagePage
      icon={icons.clock}
      title="This link has ended"
      intro="Sign in, and the request opens."
      footnote="Links end when you sign out everywhere. If this one broke over two lines in your mail, copy all of it."
    >
      <SignInForm {...formProps} />
    </MessagePage>
  );
}

export function SignedOutPage(formProps: SignInFormProps) {
  return (
    <MessagePage
      icon={icons.tick}
      isStatus
      title="Signed out everywhere"
      intro="No phone is signed in any longer, and the links in your emails so far have ended. The requests are safe."
      footnote="Was your email on a lost phone? Change the password of your mailbox first, then sign in here again."
    >
      <SignInForm {...formProps} />
    </MessagePage>
  );
}

export function NotFoundPage() {
  return (
    <MessagePage
      title="This request is no longer here"
      intro="It was deleted, or it never existed."
      footnote="The email in your mailbox still has the name, phone and email address."
    >
      <a className="button" href="/desk">
        All requests
      </a>
    </MessagePage>
  );
}

/** For a form that is not ours, or that is too old for its session. */
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
      icon={icons.alert}
      title="The desk cannot be opened just now"
      intro="Nothing has changed. Try again in a minute."
      footnote="The emails in your mailbox have every name, phone and email address. If this lasts, tell whoever looks after the site."
    />
  );
}
