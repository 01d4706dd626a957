import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";
import type { DeskLinks } from "../requests/desk-links.ts";
import { emailHeader, type StudioIdentity } from "../requests/mail/email-context.ts";
import { button, paragraph, renderEmail, title } from "../requests/mail/email-layout.ts";
import type { Email, Mailer } from "../requests/mail/mailer.ts";
import { type DeskStore, type Session, usedAtInterval } from "../requests/store/desk-store.ts";
import { readCookie } from "./request-checks.ts";

export type SignInSettings = {
  store: DeskStore;
  links: Pick<DeskLinks, "url" | "hashSecret">;
  mailer: Mailer;
  studio: StudioIdentity;
  deskEpoch: string;
  now: () => number;
  log: Log;
};

export type SignIn = ReturnType<typeof createSignIn>;

/** Signing in works by email, because the person who reads the studio's email is the owner. */
export function createSignIn({ store, links, mailer, studio, deskEpoch, now, log }: SignInSettings) {
  /** The desk opens without waiting for this, and also on a disk that cannot be written. */
  const noteUse = (hash: string) =>
    store
      .markSessionUsed(hash, now())
      .catch((error) => log("fault", { while: "noting the use of a session", ...describeError(error) }));

  return {
    /**
     * The email is sent after the answer, so that neither the answer nor its timing reveals whether one goes out.
     * `returnTo` is the request that opens after signing in.
     */
    sendLink(returnTo: string): void {
      const sendEmail = async () => {
        const token = newToken();
        const hash = await links.hashSecret("sign-in", token);
        if (!(await store.createSignInLink(hash, now()))) {
          log("sign-in", { outcome: "a link was sent before" });
          return;
        }
        try {
          await mailer.send(signInEmail(`${links.url}/in/${token}${returnTo && `?to=${returnTo}`}`, studio));
        } catch (error) {
          // A link that nobody has must not keep the next one back.
          await store.deleteSignInLink(hash);
          throw error;
        }
        log("sign-in", { outcome: "link sent" });
      };
      sendEmail().catch((error) => log("fault", { while: "sending a link to sign in", ...describeError(error) }));
    },

    isLinkValid: async (token: string): Promise<boolean> =>
      isToken(token) && store.isSignInLinkValid(await links.hashSecret("sign-in", token), now()),

    /** Every use creates a new session. A session cookie that the browser sent is never reused. */
    async redeemLink(token: string, device: string): Promise<string | null> {
      if (!isToken(token)) return null;
      if (!(await store.redeemSignInLink(await links.hashSecret("sign-in", token), now()))) return null;
      const secret = newToken();
      const session = { name: crypto.randomUUID(), device, since: now(), usedAt: now(), epoch: deskEpoch };
      await store.createSession(await links.hashSecret("session", secret), session);
      log("sign-in", { outcome: "signed in" });
      return secret;
    },

    /** The session that a request belongs to, and its secret, which the cookie holds. */
    async readSession(request: Pick<Request, "headers">): Promise<{ secret: string; session: Session } | null> {
      const secret = readCookie(request);
      if (!isToken(secret)) return null;
      const hash = await links.hashSecret("session", secret);
      const session = await store.findSession(hash, now());
      if (session && session.usedAt < now() - usedAtInterval) noteUse(hash);
      return session && { secret, session };
    },
    listSessions: () => store.listSessions(deskEpoch, now()),
  };
}

/** 32 random bytes in hexadecimal. */
const newToken = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const isToken = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

function signInEmail(url: string, studio: StudioIdentity): Email {
  const header = emailHeader({ studio });
  const subject = `Your link to the ${header.text}`;
  return renderEmail({
    id: `sign-in-${crypto.randomUUID()}`,
    subject,
    header,
    preheader: "It works once, for 15 minutes.",
    blocks: [
      title("Your desk"),
      paragraph("Open this on the phone you want to use. It works once, for 15 minutes."),
      button("Open the desk", url),
      paragraph({
        muted:
          "Nobody asked? Then somebody has tapped “Send me a link” on the site’s desk. Without this email they cannot get in; you need not do anything.",
      }),
    ],
  });
}

/** The name of a device in the list of sessions. */
export const deviceName = (userAgent: string): string =>
  /iPhone|iPad|Android/.exec(userAgent)?.[0].replace("Android", "Android phone") ?? "A computer";
