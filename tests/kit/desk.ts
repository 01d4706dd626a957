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

type Desk = (request: Request) => Response | Promise<Response>;

/** A browser as far as the desk is concerned: keeps its cookie, and says where its forms come from. */
export function createBrowser(desk: Desk, cookieJar = { cookie: "" }) {
  const responses: Response[] = [];
  async function fetchPage(path: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers);
    if (cookieJar.cookie) headers.set("cookie", cookieJar.cookie);
    const response = await desk(new Request(new URL(path, siteUrl), { ...init, headers }));
    const set = response.headers.get("set-cookie");
    if (set) cookieJar.cookie = /Max-Age=0;/.test(set) ? "" : (set.split(";")[0] ?? "");
    responses.push(response);
    return response;
  }
  const read = async (path: string) => (await fetchPage(path)).text();
  const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetchPage(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "sec-fetch-site": "same-origin", origin: "null", ...headers },
    });
  /** The form of a page whose button does this, ready to be sent. */
  async function findForm(path: string, actionName: string) {
    const page = await read(path);
    for (const [, action = "", formHtml = ""] of page.matchAll(/<form[^>]* ?action="([^"]*)"[^>]*>(.*?)<\/form>/gs)) {
      const hidden = formHtml.matchAll(/name="([^"]*)" value="([^"]*)"/g);
      const fields = Object.fromEntries([...hidden].map(([, name, value]) => [name, value]));
      if (fields.do === actionName) {
        return (extraFields: Record<string, string> = {}, headers = {}) =>
          send(action, { ...fields, ...extraFields }, headers);
      }
    }
    throw new Error(`There is nothing here that does "${actionName}"`);
  }
  const submitForm = async (path: string, actionName: string, extraFields: Record<string, string> = {}, headers = {}) =>
    (await findForm(path, actionName))(extraFields, headers);
  return { cookieJar, responses, fetchPage, read, send, findForm, submitForm };
}

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
