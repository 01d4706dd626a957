import { expect, onTestFinished, vi } from "vitest";
import { createDesk } from "../../src/desk/desk.tsx";
import { createSignIn } from "../../src/desk/sign-in.ts";
import { createDeskLinks } from "../../src/requests/desk-links.ts";
import { requestEmail } from "../../src/requests/mail/request-email.ts";
import { createSmtpMailer } from "../../src/requests/mail/smtp.ts";
import type { Store } from "../../src/requests/store/store.ts";
import type { Submission } from "../../src/requests/store/stored-request.ts";
import type { SystemStatus } from "../../src/requests/system-status.ts";
import { createRoutes } from "../../src/server/routes.ts";
import { createBrowser } from "./desk-browser.ts";
import { openEmptyStore } from "./open-store.ts";
import { patient } from "./patience.ts";
import { sampleEmail, sampleSubmission } from "./sample-request.ts";
import { decodeQuotedPrintable, type SmtpBehaviour, startSmtpServer } from "./smtp-server.ts";

export const minute = 60_000;
const siteUrl = "https://studio.example";

export const exampleStudio = {
  brand: "Tideline Skin Rooms",
  shortName: "Tideline",
  practitioner: "Cerys Vaughan",
  phone: "029 2018 0142",
  language: "en-GB",
  accent: "#2fa39a",
  mark: { outline: "M0 0" },
};

/** With an empty store and a mail server of its own. What the desk asks of either store is `store-contract.ts`. */
export async function prepareDesk() {
  const relay: { behaviour: SmtpBehaviour } = { behaviour: "accept" };
  const [store, smtpServer] = [openEmptyStore(), await startSmtpServer(() => relay.behaviour)];
  onTestFinished(smtpServer.close);
  const clock = { time: Date.UTC(2026, 10, 17, 18, 20) };
  const lines: string[] = [];
  const now = () => clock.time;
  const post = createSmtpMailer(smtpServer.url, { to: "studio@example.com", from: "website@example.com" }, 0);
  const status: SystemStatus = {
    email: { unset: false, waiting: 0, since: null },
    disk: { ok: true, free: 0.7 },
    backup: { at: null, missing: false },
    hidden: null,
  };
  const studio = { ...exampleStudio };
  const systemStatus = async () => status;
  const deleteCopies = vi.fn();
  const wake = vi.fn();
  const createDeskWith = (deskEpoch = "", deskStore: Store = store) => {
    const links = createDeskLinks({ store: deskStore, siteUrl, deskEpoch });
    const log = (event: string, details = {}) => void lines.push(JSON.stringify({ event, ...details }));
    const desk = createDesk({
      store: deskStore,
      links,
      studio,
      signIn: createSignIn({ store: deskStore, links, mailer: post, studio, deskEpoch, now, log }),
      systemStatus,
      now,
      log,
      deleteCopies,
      wake,
      siteUrl,
      timeZone: "America/Halifax",
      loopback: false,
    });
    return createRoutes({ log, desk, pages: () => new Response(null, { status: 404 }) }).fetch;
  };
  const desk = createDeskWith();
  const links = createDeskLinks({ store, siteUrl, deskEpoch: "" });
  const save = async (number: number, change: Partial<Submission> = {}) => {
    const sent = { email: sampleEmail(number), receivedAt: clock.time - 60 * minute };
    return (await store.save(sampleSubmission({ ...sent, ...change }))).reference;
  };
  const sendRequestEmail = async (reference: string) => {
    const request = await store.find(reference);
    if (!request) throw new Error("no such request");
    const emailContext = { timeZone: "America/Halifax", studio, desk: links };
    await post.send(await requestEmail({ ...request, copy: clock.time + smtpServer.received.length }, emailContext));
    return findLink(smtpServer.received.at(-1)?.raw ?? "", /\/desk\/r\/[\w.-]+/);
  };
  /** Asks for a link and waits for its letter. */
  const requestSignInLink = async (browser: ReturnType<typeof createBrowser>) => {
    const before = smtpServer.received.length;
    expect((await browser.submitForm("/desk", "ask")).headers.get("location")).toBe("/desk/sent");
    await vi.waitFor(() => expect(smtpServer.received.length).toBe(before + 1), patient(20_000));
    return findLink(smtpServer.received.at(-1)?.raw ?? "", /\/desk\/in\/\w+/);
  };
  const signIn = async (browser = createBrowser(desk)) => {
    await browser.submitForm(await requestSignInLink(browser), "sign in");
    return browser;
  };
  return {
    store,
    smtpServer,
    relay,
    clock,
    lines,
    desk,
    createDeskWith,
    links,
    save,
    sendRequestEmail,
    requestSignInLink,
    signIn,
    forget: deleteCopies,
    wake,
    status,
    studio,
  };
}

/** From a letter as it went over the wire. */
export function findLink(raw: string, path: RegExp): string {
  const found = path.exec(decodeQuotedPrintable(raw))?.[0];
  if (!found) throw new Error(`No link in ${raw}`);
  return new URL(found, siteUrl).href;
}
