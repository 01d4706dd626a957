export type Email = {
  /** Becomes the Message-ID: a mailbox that gets the letter twice can tell. */
  id: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: { name: string; address: string };
};

export type MailAddresses = { to: string; from: string };

/** A way to post letters to the studio. Recipient and sender are its own and never come from a request. */
export type Mailer = {
  /** Resolves when the letter is in other hands; rejects with PostError when that is not certain. */
  send(email: Email): Promise<void>;
  /** Milliseconds to leave between two letters; 0 where a crowd of them harms nobody. */
  pause: number;
};

/** Milliseconds to leave between two letters to a mail server. */
export const emailPause = 500;

/**
 * `unset`, `auth` and `refused` need a person to mend something, `fault` is our own; `away` passes. The message is made of codes
 * alone: what mail servers say may quote addresses.
 */
export class MailError extends Error {
  readonly kind: "unset" | "auth" | "refused" | "fault" | "away";
  /** Milliseconds for which the other side wants to be left alone. */
  readonly retryAfter: number | undefined;

  constructor(kind: MailError["kind"], codes: string, retryAfter?: number) {
    super(codes);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

/** Where a site is public and nothing is set: no letter counts as delivered that nobody gets. */
export const noMailer: Mailer = { pause: 0, send: () => Promise.reject(new MailError("unset", "NOT_SET")) };
