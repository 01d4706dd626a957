import type { ReactNode } from "react";
import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";

export type Message = {
  /** The status of the response. */
  status: number;
  /** The title of the page, where it is not the heading. */
  title?: string;
  icon?: icons.IconShape;
  heading: string;
  intro: string;
  footnote: ReactNode;
  isStatus?: boolean;
  action?: ReactNode;
};

const allRequests = (
  <a className="button" href="/desk">
    All requests
  </a>
);

/** What the desk says on pages with one message and at most one action. */
export const messages = {
  signIn: {
    status: 200,
    heading: "Your desk",
    intro: "One tap sends a link to the studio’s mailbox, and only there. Open it on this phone or computer.",
    footnote: "No password. The link works once, for 15\u00a0minutes, and keeps you signed in here for 30\u00a0days.",
  },
  /** This page is the same for everyone, whether or not an email was sent. */
  linkSent: {
    status: 200,
    icon: icons.mail,
    isStatus: true,
    heading: "Look in the mailbox",
    intro: "A link goes to the studio’s mailbox. It works once, for 15\u00a0minutes.",
    footnote: (
      <>
        Only one link goes out every ten minutes, so yours may already be there: use the newest. Nothing after two
        minutes? Look in the spam folder, then <a href="/desk">ask once more</a>. This page says the same to everyone.
      </>
    ),
  },
  /** Mail programs open links to inspect them, so only the button of this page uses up the link. */
  confirmSignIn: {
    status: 200,
    heading: "Your desk",
    intro: "One more tap, and you are signed in here for 30 days.",
    footnote: "Not your own phone or computer? Close this page. The link stays good until its 15 minutes are over.",
  },
  linkEnded: {
    status: 410,
    icon: icons.clock,
    heading: "This link has ended",
    intro: "It was used already, or it is too old. Nothing was changed.",
    footnote: "The requests are safe. A fresh link goes to the studio’s mailbox, and only there.",
  },
  /** The same for a link that was forged, cut off or ended, so that it says nothing about what is stored. */
  emailLinkEnded: {
    status: 410,
    icon: icons.clock,
    heading: "This link has ended",
    intro: "Sign in, and the request opens.",
    footnote: "Links end when you sign out everywhere. If this one broke over two lines in your mail, copy all of it.",
  },
  signedOut: {
    status: 200,
    icon: icons.tick,
    isStatus: true,
    heading: "Signed out everywhere",
    intro: "No phone is signed in any longer, and the links in your emails so far have ended. The requests are safe.",
    footnote: "Was your email on a lost phone? Change the password of your mailbox first, then sign in here again.",
  },
  notFound: {
    status: 404,
    title: "Gone",
    heading: "This request is no longer here",
    intro: "It was deleted, or it never existed.",
    footnote: "The email in your mailbox still has the name, phone and email address.",
    action: allRequests,
  },
  /** For a form that is not ours, or that is too old for its session. */
  refused: {
    status: 403,
    heading: "Nothing was changed",
    intro: "This page was too old, or it was not sent from the desk itself.",
    footnote: "Open the request again and repeat it there.",
    action: allRequests,
  },
  unavailable: {
    status: 503,
    title: "Not now",
    icon: icons.alert,
    heading: "The desk cannot be opened just now",
    intro: "Nothing has changed. Try again in a minute.",
    footnote:
      "The emails in your mailbox have every name, phone and email address. If this lasts, tell whoever looks after the site.",
  },
} satisfies Record<string, Message>;

export function MessagePage({ message, action = message.action }: { message: Message; action?: ReactNode }) {
  const { icon, heading, intro, footnote, isStatus } = message;
  return (
    <section className="window-light announcement announcement--tall" role={isStatus ? "status" : undefined}>
      <div>
        {icon && <Icon shape={icon} className="tickmark" />}
        <h1>{heading}</h1>
        <p className="lede">{intro}</p>
        {action && <div className="actions">{action}</div>}
        <p className="small soft ruled">{footnote}</p>
      </div>
    </section>
  );
}

/** A note that was sent after the session had ended. It is shown so that it is not lost. */
export function UnsavedNote({ note }: { note: string }) {
  return (
    <div className="field">
      <label htmlFor="unsaved">Your note was not saved, as you are no longer signed in here. Copy it:</label>
      <textarea className="input" id="unsaved" readOnly rows={3} defaultValue={note} />
    </div>
  );
}
