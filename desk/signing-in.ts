import type { DeskLinks } from "../consultations/desk-links.ts";
import type { Log } from "../consultations/log.ts";
import type { Letter, Post } from "../consultations/mail/post.ts";
import { button, paragraph, sheet, title } from "../consultations/mail/sheet.ts";
import type { Studio } from "../consultations/mail/stationery.ts";
import type { DeskStore, Session } from "../consultations/store/desk-store.ts";
import { traceOf } from "../consultations/thrown.ts";

const minute = 60_000;
export const linkLife = 15 * minute;
export const sessionLife = 30 * 24 * 60 * minute;
/** Over all who ask: enough for an owner with a slow mailbox, too few to fill one. */
export const linksPerHour = 5;

export type SignInSettings = {
  store: DeskStore;
  links: DeskLinks;
  post: Post;
  studio: Studio;
  deskEpoch: string;
  now: () => number;
  log: Log;
};

/** Signing in is a letter: whoever reads the studio's mail is the owner. */
export function createSigningIn({ store, links, post, studio, deskEpoch, now, log }: SignInSettings) {
  const sessionsAfter = () => now() - sessionLife;

  return {
    /** Neither answer nor time tells whether a letter goes out: it is written after the answer. `to` opens afterwards. */
    ask(to: string): void {
      const send = async () => {
        const token = newToken();
        if (!(await store.offerLink(await links.seal("sign-in", token), now(), now() - 60 * minute, linksPerHour))) {
          log("sign-in", { outcome: "too many" });
          return;
        }
        const address = `${links.url}/in/${token}${to && `?to=${to}`}`;
        await post.send(signInLetter(address, studio));
        log("sign-in", { outcome: "link sent" });
      };
      send().catch((error) => log("fault", { while: "sending a link to sign in", ...traceOf(error) }));
    },

    stands: async (token: string): Promise<boolean> =>
      isToken(token) && store.linkStands(await links.seal("sign-in", token), now() - linkLife),

    /** A session of its own for every use; what the browser brought along is never taken up. */
    async enter(token: string, device: string): Promise<string | null> {
      if (!isToken(token)) return null;
      if (!(await store.spendLink(await links.seal("sign-in", token), now() - linkLife, now()))) return null;
      const secret = newToken();
      const session = { name: crypto.randomUUID(), device, since: now(), usedAt: now(), epoch: deskEpoch };
      await store.openSession(await links.seal("session", secret), session);
      log("sign-in", { outcome: "signed in" });
      return secret;
    },

    async sessionOf(secret: string): Promise<Session | null> {
      return isToken(secret) ? store.session(await links.seal("session", secret), sessionsAfter(), now()) : null;
    },
    sessions: () => store.sessions(deskEpoch, sessionsAfter()),
  };
}

/** 32 bytes that nobody can guess. */
const newToken = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const isToken = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

function signInLetter(address: string, studio: Studio): Letter {
  const head = { words: `${studio.shortName} desk`, accent: studio.accent };
  const subject = `Your link to the ${head.words}`;
  return {
    id: `sign-in-${crypto.randomUUID()}`,
    subject,
    ...sheet(subject, head, "It works once, for 15 minutes.", [
      title("Your desk"),
      paragraph("Open this on the phone you want to use. It works once, for 15 minutes."),
      button("Open the desk", address),
      paragraph({
        soft: "Nobody asked? Then somebody has tapped “Send me a link” on the site’s desk. Without this letter they cannot get in; you need not do anything.",
      }),
    ]),
  };
}

/** What the list of phones calls it. */
export function deviceOf(agent: string): string {
  const browser = /Firefox|FxiOS/.test(agent)
    ? "Firefox"
    : /Edg/.test(agent)
      ? "Edge"
      : /Chrome|CriOS/.test(agent)
        ? "Chrome"
        : /Safari/.test(agent)
          ? "Safari"
          : "";
  const machine = /iPhone/.test(agent)
    ? "iPhone"
    : /iPad/.test(agent)
      ? "iPad"
      : /Android/.test(agent)
        ? "Android phone"
        : "A computer";
  return browser ? `${machine}, ${browser}` : machine;
}
