import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, vi } from "vitest";
import { createDeskLinks } from "../consultations/desk-links.ts";
import type { House } from "../consultations/house.ts";
import { requestLetter } from "../consultations/mail/letter.ts";
import { startMailServer } from "../consultations/mail/mail-server.ts";
import { createSmtpPost } from "../consultations/mail/smtp.ts";
import { sampleEmail, sampleSubmission } from "../consultations/sample-request.ts";
import { openPostgresStore } from "../consultations/store/postgres.ts";
import { openSqliteStore } from "../consultations/store/sqlite.ts";
import type { Store } from "../consultations/store/store.ts";
import type { Submission } from "../consultations/store/stored-request.ts";
import { startPostgresServer } from "../supabase/local/postgres-server.ts";
import { migrate } from "../supabase/migrate.ts";
import { createDesk, type Desk } from "./desk.tsx";

export const minute = 60_000;
export const site = "https://studio.example";
const root = mkdtempSync(join(tmpdir(), "desk-"));
let postgres: Awaited<ReturnType<typeof startPostgresServer>>;
beforeAll(async () => {
  postgres = await startPostgresServer();
});
afterAll(async () => {
  rmSync(root, { recursive: true });
  await postgres.stop();
});

const stores: Record<string, () => Promise<Store>> = {
  "the embedded store": async () => openSqliteStore(join(mkdtempSync(join(root, "data-")), "requests.db"), () => {}),
  "the shared store": async () =>
    openPostgresStore(await postgres.createDatabase(), { connections: 4, prepare: migrate }),
};

const studio = {
  ...{ brand: "Tideline Skin Rooms", shortName: "Tideline", practitioner: "Cerys Vaughan", phone: "029 2018 0142" },
  ...{ language: "en-GB", accent: "#2fa39a", mark: { outline: "M0 0" } },
};
export const well: House = {
  letters: { unset: false, waiting: 0, since: null },
  disk: { well: true, free: 0.7 },
  backup: { at: null, missing: false },
  hidden: null,
};

/** A browser as far as the desk is concerned: keeps its cookie, and says where its forms come from. */
export function browse(desk: Desk, jar = { cookie: "" }) {
  const seen: Response[] = [];
  async function go(path: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers);
    if (jar.cookie) headers.set("cookie", jar.cookie);
    const response = await desk(new Request(new URL(path, site), { ...init, headers }));
    const set = response.headers.get("set-cookie");
    if (set) jar.cookie = /Max-Age=0;/.test(set) ? "" : (set.split(";")[0] ?? "");
    seen.push(response);
    return response;
  }
  const read = async (path: string) => (await go(path)).text();
  const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    go(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "sec-fetch-site": "same-origin", origin: "null", ...headers },
    });
  /** The form of a page whose button does this, ready to be sent. */
  async function find(path: string, does: string) {
    const page = await read(path);
    for (const [, action = "", inside = ""] of page.matchAll(/<form[^>]* ?action="([^"]*)"[^>]*>(.*?)<\/form>/gs)) {
      const hidden = inside.matchAll(/name="([^"]*)" value="([^"]*)"/g);
      const fields = Object.fromEntries([...hidden].map(([, name, value]) => [name, value]));
      if (fields.do === does) {
        return (more: Record<string, string> = {}, headers = {}) => send(action, { ...fields, ...more }, headers);
      }
    }
    throw new Error(`There is nothing here that does "${does}"`);
  }
  const press = async (path: string, does: string, more: Record<string, string> = {}, headers = {}) =>
    (await find(path, does))(more, headers);
  return { jar, seen, go, read, send, find, press };
}

async function prepare(open: () => Promise<Store>, options: { deskEpoch?: string; loopback?: boolean } = {}) {
  const [store, mail] = await Promise.all([open(), startMailServer()]);
  onTestFinished(async () => {
    await Promise.all([store.close(), mail.close()]);
  });
  const clock = { time: Date.UTC(2026, 10, 17, 18, 20) };
  const lines: string[] = [];
  const now = () => clock.time;
  const post = createSmtpPost(mail.url, { to: "studio@example.com", from: "website@example.com" }, 0);
  const state: House = { ...well };
  const house = async () => state;
  const forget = vi.fn();
  const wake = vi.fn();
  const make = (deskEpoch = options.deskEpoch ?? "", kept: Store = store) => {
    const links = createDeskLinks({ store: kept, siteUrl: site, deskEpoch });
    const log = (event: string, details = {}) => void lines.push(JSON.stringify({ event, ...details }));
    return createDesk({
      ...{ store: kept, links, studio, post, house, now, log, forget, wake, deskEpoch, siteUrl: site },
      ...{ timeZone: "America/Halifax", loopback: options.loopback ?? false },
    });
  };
  const desk = await make();
  const links = createDeskLinks({ store, siteUrl: site, deskEpoch: options.deskEpoch ?? "" });
  const save = async (number: number, change: Partial<Submission> = {}) =>
    (
      await store.save(
        sampleSubmission({ email: sampleEmail(number), receivedAt: clock.time - 60 * minute, ...change }),
      )
    ).reference;
  const letterOf = async (reference: string) => {
    const request = await store.find(reference);
    if (!request) throw new Error("no such request");
    const paper = { timeZone: "America/Halifax", studio, desk: links };
    await post.send(await requestLetter({ ...request, copy: clock.time + mail.received.length }, paper));
    return addressIn(mail.received.at(-1)?.raw ?? "", /\/desk\/r\/[\w.-]+/);
  };
  /** Asks for a link and waits for its letter. */
  const linkFor = async (browser: ReturnType<typeof browse>) => {
    const before = mail.received.length;
    expect((await browser.press("/desk", "ask")).headers.get("location")).toBe("/desk/sent");
    await vi.waitFor(() => expect(mail.received.length).toBe(before + 1));
    return addressIn(mail.received.at(-1)?.raw ?? "", /\/desk\/in\/\w+/);
  };
  const signIn = async (browser = browse(desk)) => {
    await browser.press(await linkFor(browser), "sign in");
    return browser;
  };
  return { store, mail, clock, lines, desk, make, links, save, letterOf, linkFor, signIn, forget, wake, state };
}

type Prepare = (options?: { deskEpoch?: string; loopback?: boolean }) => ReturnType<typeof prepare>;

/** The same tests on both stores, each with an empty one and a mail server of its own. */
export function describeDesk(name: string, tests: (prepare: Prepare) => void): void {
  describe.each(Object.entries(stores))(`${name} on %s`, (_, open) => tests((options) => prepare(open, options)));
}

/** From a letter as it went over the wire. */
export function addressIn(raw: string, path: RegExp): string {
  const text = raw.replaceAll(/=\r\n/g, "").replaceAll("=3D", "=").replaceAll(/\r\n/g, "\n");
  const found = path.exec(text)?.[0];
  if (!found) throw new Error(`No link in ${text}`);
  return new URL(found, site).href;
}
