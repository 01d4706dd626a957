import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createDeskLinks } from "../consultations/desk-links.ts";
import { requestLetter } from "../consultations/mail/letter.ts";
import { startMailServer } from "../consultations/mail/mail-server.ts";
import { createSmtpPost } from "../consultations/mail/smtp.ts";
import { sampleEmail, sampleSubmission } from "../consultations/sample-request.ts";
import { openPostgresStore } from "../consultations/store/postgres.ts";
import { openSqliteStore } from "../consultations/store/sqlite.ts";
import { type Store, StoreUnavailable } from "../consultations/store/store.ts";
import type { Submission } from "../consultations/store/stored-request.ts";
import { startPostgresServer } from "../supabase/local/postgres-server.ts";
import { migrate } from "../supabase/migrate.ts";
import { createDesk, type Desk } from "./desk.tsx";
import { linksPerHour } from "./signing-in.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const site = "https://studio.example";
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
const house = async () => ({
  letters: { unset: false, waiting: 0, since: null },
  disk: { well: true, free: 0.7 },
  backup: { at: null, missing: false },
  hidden: null,
});

/** A browser as far as the desk is concerned: keeps its cookie, and says where its forms come from. */
function browse(desk: Desk, jar = { cookie: "" }) {
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
  /** Fills in and sends the form of a page whose button does this. */
  async function press(path: string, does: string, more: Record<string, string> = {}, headers = {}) {
    const page = await read(path);
    for (const [, action = "", inside = ""] of page.matchAll(/<form[^>]* ?action="([^"]*)"[^>]*>(.*?)<\/form>/gs)) {
      const hidden = inside.matchAll(/name="([^"]*)" value="([^"]*)"/g);
      const fields = Object.fromEntries([...hidden].map(([, name, value]) => [name, value]));
      if (fields.do === does) return send(action, { ...fields, ...more }, headers);
    }
    throw new Error(`There is nothing here that does "${does}"`);
  }
  return { jar, seen, go, read, send, press };
}

describe.each(Object.entries(stores))("the desk on %s", (_, open) => {
  async function prepare(options: { deskEpoch?: string; loopback?: boolean } = {}) {
    const [store, mail] = await Promise.all([open(), startMailServer()]);
    onTestFinished(async () => {
      await Promise.all([store.close(), mail.close()]);
    });
    const clock = { time: Date.UTC(2026, 10, 17, 18, 20) };
    const lines: string[] = [];
    const now = () => clock.time;
    const post = createSmtpPost(mail.url, { to: "studio@example.com", from: "website@example.com" }, 0);
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
    return { store, mail, clock, lines, desk, make, links, save, letterOf, linkFor, signIn, forget, wake };
  }

  it("goes from the letter to answered in two taps, and one more takes it back", async () => {
    const { desk, save, letterOf, store, clock } = await prepare();
    const reference = await save(1);
    const link = await letterOf(reference);
    const owner = browse(desk);
    const page = await owner.read(link);
    expect(page).toContain("Canary Ana");
    expect(page).toContain("23</b> h <b>0</b> min left");
    for (const hidden of ["Private note", "Delete this request", "Send me its letter again"]) {
      expect(page).not.toContain(hidden);
    }
    expect((await owner.press(link, "answered")).headers.get("location")).toBe(new URL(link).pathname);
    expect(await owner.read(link)).toContain("Canary Ana is answered");
    expect(await store.find(reference)).toMatchObject({ answeredAt: clock.time });
    await owner.press(link, "taken back");
    expect(await owner.read(link)).toContain("min left");
    await owner.press(link, "apart");
    expect(await owner.read(link)).toContain("You set it apart");
    await owner.press(link, "real");
    expect((await store.history(reference)).map(({ event }) => event)).toEqual([
      "answered",
      "taken back",
      "apart",
      "real",
    ]);
  });

  it("changes nothing by a thousand looks at its links", async () => {
    const { desk, save, letterOf, linkFor, store, mail } = await prepare();
    const reference = await save(1);
    const links = [await letterOf(reference), await linkFor(browse(desk))];
    const letters = mail.received.length;
    const before = [await store.find(reference), await store.history(reference), await store.sessions("", 0)];
    for (let look = 0; look < 1_000; look++) {
      const response = await browse(desk).go(links[look % 2] ?? "", { method: look % 3 ? "GET" : "HEAD" });
      expect([response.status, response.headers.get("set-cookie")]).toEqual([200, null]);
    }
    expect([await store.find(reference), await store.history(reference), await store.sessions("", 0)]).toEqual(before);
    expect(mail.received).toHaveLength(letters);
    expect((await browse(desk).press(links[1] ?? "", "sign in")).headers.get("location")).toBe("/desk");
  });

  it("tells nothing to a link that is forged, altered, cut, another's or whose request is gone", async () => {
    const { desk, save, letterOf, store, make } = await prepare();
    const [reference, other] = [await save(1), await save(2)];
    const link = new URL(await letterOf(reference)).pathname;
    const [signed = "", signature = ""] = link.split("/").at(-1)?.split(".") ?? [];
    const flipped = signature.replace(/^./, (sign) => (sign === "A" ? "B" : "A"));
    const visitor = browse(desk);
    const bad = [
      `/desk/r/${signed}`,
      `/desk/r/${signed}.`,
      `/desk/r/${signed}.${flipped}`,
      `/desk/r/${signed}.${signature.slice(0, -1)}`,
      `/desk/r/${signed}.${signature}A`,
      `/desk/r/${other}.${signature}`,
      `/desk/r/${signed}.${signature}.${signature}`,
      `/desk/r/${signed}.${"A".repeat(43)}`,
    ];
    const pages = await Promise.all(bad.map((path) => visitor.read(path)));
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain("no longer here");
    for (const path of bad) {
      expect((await visitor.send(path, { do: "answered", form: signature })).status).toBe(404);
    }
    await expect(visitor.press(link, "answered", { form: flipped })).resolves.toMatchObject({ status: 403 });
    expect((await browse(await make("another")).go(link)).status).toBe(404);
    await store.remove(reference);
    expect(await visitor.read(link)).toBe(pages[0]);
    expect(await store.find(other)).toMatchObject({ answeredAt: null });
  });

  it("heeds no form of another site, of another page, or for what a link may not do", async () => {
    const { desk, save, letterOf, store, signIn } = await prepare();
    const [reference, other] = [await save(1), await save(2)];
    const link = await letterOf(reference);
    const visitor = browse(desk);
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { origin: "https://evil.example" },
    ]) {
      expect((await visitor.press(link, "answered", {}, headers)).status).toBe(403);
    }
    for (const does of ["delete", "note", "sent again", "end session", "constructor", ""]) {
      expect((await visitor.press(link, "answered", { do: does })).status).toBe(403);
    }
    const owner = await signIn();
    const foreign = await signIn();
    const path = `/desk/requests/${reference}`;
    const [, mark = ""] = /name="form" value="([^"]*)"/.exec(await foreign.read(path)) ?? [];
    expect((await owner.send(path, { do: "answered", form: mark })).status).toBe(403);
    expect((await owner.send(path, { do: "answered" })).status).toBe(403);
    expect((await owner.press(path, "answered", {}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await visitor.send(path, { do: "answered", form: mark })).status).toBe(200);
    expect((await owner.go(`${path}/delete`, { method: "DELETE" })).status).toBe(405);
    for (const one of [reference, other]) expect(await store.history(one)).toEqual([]);
  });

  it("signs in by a letter to the studio, once, within fifteen minutes, and says the same to everyone", async () => {
    const { desk, linkFor, clock, mail, store } = await prepare();
    const owner = browse(desk);
    const link = await linkFor(owner);
    expect(mail.received.at(-1)?.recipients).toEqual(["studio@example.com"]);
    const fixed = browse(desk, { cookie: `__Host-desk=${"a".repeat(64)}` });
    const entered = await fixed.press(link, "sign in");
    expect(entered.headers.get("set-cookie")).toMatch(
      /^__Host-desk=[0-9a-f]{64}; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(fixed.jar.cookie).not.toContain("aaaa");
    expect(await fixed.read("/desk")).toContain("Nothing is waiting");
    // Used, it is over: for the page, and for a form that was loaded before.
    const again = await owner.go(link);
    expect([again.status, await again.text()]).toEqual([410, expect.stringContaining("This link has ended")]);
    const late = await linkFor(owner);
    clock.time += 15 * minute;
    expect((await owner.go(late)).status).toBe(410);
    expect(await owner.read("/desk")).toContain("Send me a link");
    expect(await store.sessions("", 0)).toHaveLength(1);
    const asked = await owner.press("/desk", "ask", {}, { "sec-fetch-site": "cross-site" });
    expect(asked.status).toBe(403);
  });

  it("gives a link to one of two who press at once", async () => {
    const { desk, linkFor, store } = await prepare();
    const link = await linkFor(browse(desk));
    const results = await Promise.all(Array.from({ length: 4 }, () => browse(desk).press(link, "sign in")));
    expect(results.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410]);
    expect(await store.sessions("", 0)).toHaveLength(1);
  });

  it("sends so many links an hour and no more, and answers all alike", async () => {
    const { desk, mail, clock } = await prepare();
    const answers = [];
    for (let time = 0; time < linksPerHour + 5; time++) answers.push(await browse(desk).press("/desk", "ask"));
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get("location")}`)).size).toBe(1);
    await vi.waitFor(() => expect(mail.received).toHaveLength(linksPerHour));
    clock.time += 60 * minute;
    await browse(desk).press("/desk", "ask");
    await vi.waitFor(() => expect(mail.received).toHaveLength(linksPerHour + 1));
  });

  it("keeps two phones apart, and lets no stolen cookie in once its session is ended", async () => {
    const { signIn, desk, make, clock } = await prepare();
    const [first, second] = [await signIn(), await signIn()];
    const stolen = browse(desk, { cookie: second.jar.cookie });
    expect(await stolen.read("/desk")).toContain("Signed-in phones <small>2</small>");
    const ends = [...(await first.read("/desk")).matchAll(/name="name" value="([^"]*)"/g)].map(([, name]) => name);
    const page = await first.read("/desk");
    const own = /<b>This phone<\/b>.*?name="name" value="([^"]*)"/s.exec(page)?.[1];
    await first.press("/desk", "end session", { name: ends.find((name) => name !== own) ?? "" });
    expect(await stolen.read("/desk")).toContain("Send me a link");
    expect(await first.read("/desk")).toContain("Nothing is waiting");
    const kept = first.jar.cookie;
    expect(await browse(await make("lost phone"), { cookie: kept }).read("/desk")).toContain("Send me a link");
    await first.press("/desk", "end session", { name: own ?? "" });
    expect(first.jar.cookie).toBe("");
    expect(await browse(desk, { cookie: kept }).read("/desk")).toContain("Send me a link");
    const third = await signIn();
    clock.time += 30 * day;
    expect(await third.read("/desk")).toContain("Send me a link");
  });

  it("shows the owner who waits, finds them, keeps her note, sends again, exports safely and deletes in two steps", async () => {
    const { signIn, save, store, clock, forget, wake, links } = await prepare();
    const late = await save(1, {
      name: "Zoë Late",
      phone: "(780) 555-0199",
      receivedAt: clock.time - 27 * 60 * minute,
    });
    await save(2, { name: "=HYPERLINK(1)" });
    await save(3, { name: "<script>alert(1)</script>", flags: ["trap"] });
    const owner = await signIn();
    const list = await owner.read("/desk");
    for (const words of [
      "Two are waiting",
      "One is overdue.",
      "Overdue by 3\u00a0h 0\u00a0min",
      "Set apart",
      "hidden from people",
    ]) {
      expect(list).toContain(words);
    }
    expect(list).not.toContain("<script");
    for (const words of ["zoe", "ZOË", "5550199", "780 555 0199", sampleEmail(1), late.toLowerCase()]) {
      expect(await owner.read(`/desk?q=${encodeURIComponent(words)}`), words).toContain("1 found for");
    }
    expect(await owner.read("/desk?q=nobody")).toContain("Nobody by that name, phone, email or reference.");

    const path = `/desk/requests/${late}`;
    expect((await owner.go(await links.linkTo(late))).headers.get("location")).toBe(path);
    const saved = await owner.press(path, "note", { note: "works nights\r\nring after 2\0" });
    expect(saved.headers.get("location")).toMatch(/\?saved=\d+#note-place$/);
    expect(await owner.read(saved.headers.get("location") ?? "")).toContain("Saved today at 2:20");
    expect(await store.find(late)).toMatchObject({ note: "works nights\nring after 2" });
    await owner.press(path, "sent again");
    expect(wake).toHaveBeenCalledOnce();
    expect(await owner.read(path)).toContain("Letter asked for again");

    const csv = await owner.go("/desk/requests.csv");
    expect(csv.headers.get("content-disposition")).toContain("attachment");
    expect(await csv.text()).toContain(`"'=HYPERLINK(1)"`);

    const id = (await store.find(late))?.id;
    expect(await owner.read(`${path}/delete`)).toContain("This cannot be taken back");
    expect(await store.find(late)).not.toBeNull();
    expect((await owner.press(`${path}/delete`, "delete")).headers.get("location")).toBe(`/desk?deleted=${late}`);
    expect(forget).toHaveBeenCalledExactlyOnceWith([id]);
    expect(await owner.read(`/desk?deleted=${late}`)).toContain(`Deleted: ${late}.`);
    expect((await owner.go(path)).status).toBe(404);
  });

  it("asks whoever is not signed in to do so, and opens the request afterwards", async () => {
    const { desk, save, linkFor, mail } = await prepare();
    const reference = await save(1);
    const owner = browse(desk);
    for (const path of [
      `/desk/requests/${reference}`,
      `/desk/requests/${reference}/delete`,
      "/desk/requests.csv",
      "/desk?q=a",
    ]) {
      const page = await owner.read(path);
      expect(page).toContain("Send me a link");
      expect(page).not.toContain("Canary");
    }
    await owner.press(`/desk/requests/${reference}`, "ask");
    await vi.waitFor(() => expect(mail.received).toHaveLength(1));
    const link = addressIn(mail.received[0]?.raw ?? "", /\/desk\/in\/\w+\?to=\w+/);
    expect((await owner.press(link, "sign in")).headers.get("location")).toBe(`/desk/requests/${reference}`);
    expect(
      (await owner.press(await linkFor(browse(desk)), "sign in", { to: "//evil.example" })).headers.get("location"),
    ).toBe("/desk");
  });

  it("says that nothing was saved when the store cannot be written, with the note still there", async () => {
    const { save, store, make, signIn } = await prepare();
    const reference = await save(1);
    const fail = async () => {
      throw new StoreUnavailable("the disk is full");
    };
    const owner = await signIn();
    const broken = browse(await make("", { ...store, annotate: fail, answered: fail }), owner.jar);
    const page = await broken.press(`/desk/requests/${reference}`, "note", { note: "typed" });
    expect([page.status, await page.text()]).toEqual([
      503,
      expect.stringMatching(/This was not saved\..*>typed<\/textarea>/s),
    ]);
    expect((await broken.press(`/desk/requests/${reference}`, "answered")).status).toBe(503);
    const gone = browse(await make("", { ...store, find: fail, session: fail }), owner.jar);
    expect(await gone.read("/desk")).toContain("cannot be opened just now");
  });

  it("leaves no token, name or address in a log, a referrer or a cache, and is never listed or framed", async () => {
    const { desk, save, letterOf, signIn, lines, mail } = await prepare();
    const reference = await save(1);
    const link = await letterOf(reference);
    const owner = await signIn();
    const visitor = browse(desk);
    await visitor.press(link, "answered");
    await owner.press(`/desk/requests/${reference}`, "note", { note: "Canary note" });
    await owner.go("/desk/requests.csv");
    await owner.go("/desk/nowhere");
    for (const { headers } of [...visitor.seen, ...owner.seen]) {
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-robots-tag")).toContain("noindex");
      expect(headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; style-src 'self';.*frame-ancestors 'none'/,
      );
      expect(headers.get("strict-transport-security")).toContain("max-age");
    }
    const secrets = [link, owner.jar.cookie, addressIn(mail.received.at(-1)?.raw ?? "", /\/desk\/in\/\w+/)];
    const written = lines.join("\n");
    expect(written).toContain("signed in");
    expect(written).not.toMatch(/canary|780|example\.com/i);
    for (const secret of secrets) expect(written).not.toContain(secret.split(/[/=]/).at(-1));
  });

  it("on the loopback needs no signing in, and answers to no other name", async () => {
    const { desk, save } = await prepare({ loopback: true });
    const reference = await save(1);
    const ask = (path: string, init?: RequestInit) => desk(new Request(new URL(path, "http://localhost:3010"), init));
    expect(await (await ask("/desk")).text()).toContain("One is waiting");
    const page = await (await ask(`/desk/requests/${reference}`)).text();
    const form = /name="form" value="([^"]*)"/.exec(page)?.[1] ?? "";
    const press = (headers: Record<string, string>) =>
      ask(`/desk/requests/${reference}`, {
        method: "POST",
        headers,
        body: new URLSearchParams({ form, do: "answered" }),
      });
    expect((await press({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await press({ origin: "http://evil.example" })).status).toBe(403);
    expect((await press({ "sec-fetch-site": "same-origin" })).status).toBe(303);
    expect((await desk(new Request("http://evil.example/desk"))).status).toBe(403);
  });
});

/** From a letter as it went over the wire. */
function addressIn(raw: string, path: RegExp): string {
  const text = raw.replaceAll(/=\r\n/g, "").replaceAll("=3D", "=").replaceAll(/\r\n/g, "\n");
  const found = path.exec(text)?.[0];
  if (!found) throw new Error(`No link in ${text}`);
  return new URL(found, site).href;
}
