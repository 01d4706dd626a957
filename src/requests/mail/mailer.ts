export type Email = {
  /** Becomes the Message-ID, by which a mailbox recognizes an email it received twice. */
  id: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: { name: string; address: string };
  /** The visitor who gets this email in place of the owner. Only a confirmation has it. */
  visitor?: string;
};

/** Keeps mail programs from answering an email that nobody wrote. */
export const automaticReply = { "Auto-Submitted": "auto-replied" };

export type MailAddresses = { to: string; from: string };

/**
 * Sends emails to the studio. Recipient and sender are fixed settings and never come from a request, except for a
 * confirmation, which holds no word of the visitor's and is answered to the studio.
 */
export type Mailer = {
  /** Resolves when the mail server has accepted the email; rejects with MailError when that is not certain. */
  send(email: Email): Promise<void>;
  /** Milliseconds to wait between two emails; 0 where sending many at once does no harm. */
  pause: number;
};

/** Begins the message of an error whose email could not be written into a folder. */
export const folderError = "NOT_WRITTEN";

/** Milliseconds to wait between two emails to a mail server. */
export const emailPause = 500;

/**
 * `unset`, `auth` and `refused` need a person to fix something, `fault` is an error in our code, and `unreachable` is
 * temporary. The message consists of codes alone, because the texts of mail servers may quote addresses; after
 * `folderError` it says why emails cannot be written.
 */
export class MailError extends Error {
  readonly kind: "unset" | "auth" | "refused" | "fault" | "unreachable";
  /** Milliseconds that the mail server asks us to wait. */
  readonly retryAfter: number | undefined;

  constructor(kind: MailError["kind"], codes: string, retryAfter?: number) {
    super(codes);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

/**
 * Sends a refused email once more without the visitor's address as the one to reply to: it may be what the mail server
 * refuses, and the text holds it as well. The second email may need an id of its own.
 */
export async function sendOrDropReplyTo(
  email: Email,
  sendOnce: (email: Email) => Promise<void>,
  secondId = email.id,
): Promise<void> {
  try {
    await sendOnce(email);
  } catch (error) {
    const refused = error instanceof MailError && error.kind === "refused";
    if (!refused || !email.replyTo) throw error;
    const { replyTo: _, ...withoutReplyTo } = email;
    await sendOnce({ ...withoutReplyTo, id: secondId });
  }
}

/** Used by a public site without a mail server, so that no email counts as delivered which nobody gets. */
export const noMailer: Mailer = { pause: 0, send: () => Promise.reject(new MailError("unset", "NOT_SET")) };
