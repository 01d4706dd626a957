import { describe, expect, it } from "vitest";
import { findLink, minute, prepareDesk } from "../../tests/kit/desk.ts";
import { createBrowser } from "../../tests/kit/desk-browser.ts";
import { StoreUnavailable } from "../requests/store/store.ts";

describe("The desk", () => {
  it("marks a request as answered in two taps from its email, and undoes that with one more", async () => {
    const { desk, save, sendRequestEmail, store, clock } = await prepareDesk();
    const reference = await save(1);
    const link = await sendRequestEmail(reference);
    const owner = createBrowser(desk);
    expect(await owner.read(link)).not.toContain("Private note");
    expect((await owner.submitForm(link, "answered")).headers.get("location")).toBe(new URL(link).pathname);
    expect(await owner.read(link)).toContain("You have answered Canary Ana");
    expect(await store.find(reference)).toMatchObject({ answeredAt: clock.time });
    for (const action of ["taken back", "spam", "real"]) await owner.submitForm(link, action);
    expect((await store.history(reference)).map(({ event }) => event)).toEqual([
      "answered",
      "taken back",
      "spam",
      "real",
    ]);
  });

  it("asks for an answer before the studio closes, and counts from then what is overdue", async () => {
    const { save, signIn, studio, clock } = await prepareDesk();
    Object.assign(studio, { hours: [{ days: ["Tuesday"], opens: "10:00", closes: "18:00" }] });
    // It came on Tuesday at 3:20 a.m., and now it is 2:20 p.m.
    const reference = await save(1, { receivedAt: clock.time - 11 * 60 * minute });
    const owner = await signIn();
    expect(await owner.read(`/desk/requests/${reference}`)).toContain("Answer by today, 6:00\u00a0p.m.");
    clock.time += 3 * 60 * minute + 40 * minute;
    expect(await owner.read("/desk")).toMatch(/1 is overdue\.<\/p>.*Overdue <span class="count">1</s);
  });

  it("changes nothing when a mail program opens its links before their reader does", async () => {
    const { desk, save, sendRequestEmail, requestSignInLink, store, smtpServer, clock } = await prepareDesk();
    const reference = await save(1);
    const links = [await sendRequestEmail(reference), await requestSignInLink(createBrowser(desk))];
    const emailCount = smtpServer.received.length;
    const stored = () =>
      Promise.all([store.find(reference), store.history(reference), store.listSessions("", clock.time)]);
    const before = await stored();
    for (const link of links) {
      for (const method of ["GET", "HEAD", "GET"]) {
        const response = await createBrowser(desk).fetchPage(link, { method });
        expect([response.status, response.headers.get("set-cookie")]).toEqual([200, null]);
      }
    }
    expect(await stored()).toEqual(before);
    expect(smtpServer.received).toHaveLength(emailCount);
    expect((await createBrowser(desk).submitForm(links[1] ?? "", "sign in")).headers.get("location")).toBe("/desk");
  });

  it("shows nothing for a link that is forged, altered, cut, of another request or of a deleted one", async () => {
    const { desk, save, sendRequestEmail, store, createDeskWith } = await prepareDesk();
    const [reference, other] = [await save(1), await save(2)];
    const link = new URL(await sendRequestEmail(reference)).pathname;
    const [signed = "", signature = ""] = link.split("/").at(-1)?.split(".") ?? [];
    const alteredSignature = signature.replace(/^./, (sign) => (sign === "A" ? "B" : "A"));
    const visitor = createBrowser(desk);
    const badPaths = [
      `/desk/r/${signed}`,
      `/desk/r/${signed}.${alteredSignature}`,
      `/desk/r/${signed}.${signature.slice(0, -1)}`,
      `/desk/r/${other}.${signature}`,
    ];
    // Signing in returns to the request that the link names, whether or not there is one.
    const withoutName = (page: string) => page.replace(/name="to" value="[^"]*"/, "");
    const pages = await Promise.all(badPaths.map(async (path) => withoutName(await visitor.read(path))));
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain("This link has ended");
    for (const path of badPaths) {
      expect((await visitor.send(path, { do: "answered", form: signature })).status).toBe(410);
    }
    await expect(visitor.submitForm(link, "answered", { form: alteredSignature })).resolves.toMatchObject({
      status: 403,
    });
    expect(await createBrowser(await createDeskWith("another")).read(link)).toContain("This link has ended");
    await store.remove(reference);
    expect(await visitor.read(link)).toContain("no longer here");
    expect(await store.find(other)).toMatchObject({ answeredAt: null });
  });

  it("refuses a form of another site, of another page, or for an action that a link does not allow", async () => {
    const { desk, save, sendRequestEmail, store, signIn } = await prepareDesk();
    const [reference, other] = [await save(1), await save(2)];
    const link = await sendRequestEmail(reference);
    const visitor = createBrowser(desk);
    expect((await visitor.submitForm(link, "answered", {}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    for (const action of ["delete", "note", "sent again", "end session", "constructor", ""]) {
      expect((await visitor.submitForm(link, "answered", { do: action })).status).toBe(403);
    }
    const owner = await signIn();
    const otherSession = await signIn();
    const path = `/desk/requests/${reference}`;
    const [, token = ""] = /name="form" value="([^"]*)"/.exec(await otherSession.read(path)) ?? [];
    expect((await owner.send(path, { do: "answered", form: token })).status).toBe(403);
    expect((await owner.send(path, { do: "answered" })).status).toBe(403);
    expect((await owner.submitForm(path, "answered", {}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await visitor.send(path, { do: "answered", form: token })).status).toBe(200);
    expect((await owner.fetchPage(`${path}/delete`, { method: "DELETE" })).status).toBe(405);
    for (const one of [reference, other]) expect(await store.history(one)).toEqual([]);
  });

  it("lists and finds requests, keeps a note, resends, exports safely and deletes in two steps", async () => {
    const { signIn, save, store, clock, forget, wake, links, studio } = await prepareDesk();
    Object.assign(studio, { questions: ["Which numbing cream you use"] });
    const overdueReference = await save(1, {
      name: "Zoë Late",
      phone: "(780) 555-0199",
      receivedAt: clock.time - 27 * 60 * minute,
    });
    await save(2, { name: "=HYPERLINK(1)" });
    await save(3, { name: "<script>alert(1)</script>", flags: ["trap"] });
    const owner = await signIn();
    const list = await owner.read("/desk");
    expect(list).toContain("2 are waiting");
    expect(list).toContain("Maybe spam");
    expect(list).toContain("Which numbing cream you use");
    expect(list).not.toContain("<script");
    expect(await owner.read("/desk?q=zoe")).toContain("1 found for");

    const path = `/desk/requests/${overdueReference}`;
    expect((await owner.fetchPage(await links.requestLink(overdueReference))).headers.get("location")).toBe(path);
    const saved = await owner.submitForm(path, "note", { note: "works nights\r\nring after 2\0" });
    expect(saved.headers.get("location")).toMatch(/\?saved=\d+#note-place$/);
    expect(await owner.read(saved.headers.get("location") ?? "")).toContain("Saved today at 2:20");
    expect(await store.find(overdueReference)).toMatchObject({ note: "works nights\nring after 2" });
    await owner.submitForm(path, "note");
    expect(await store.find(overdueReference)).toMatchObject({ note: "" });
    const sendAgain = await owner.findForm(path, "sent again");
    expect((await sendAgain()).headers.get("location")).toBe(path);
    expect(wake).toHaveBeenCalledOnce();
    expect(await owner.read(path)).toContain("Email requested again");

    const csv = await owner.fetchPage("/desk/requests.csv");
    expect(csv.headers.get("content-disposition")).toContain("attachment");
    const bytes = Buffer.from(await csv.arrayBuffer());
    expect(bytes.toString()).toContain(`"'=HYPERLINK(1)"`);
    expect(bytes.subarray(0, 3).toString("hex"), "the byte order mark, without which spreadsheets misread names").toBe(
      "efbbbf",
    );

    const entry = await owner.fetchPage(`${path}/calendar.ics?at=2026-11-20T10:00`);
    expect(entry.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(await entry.text()).toContain("DTSTART:20261120T140000Z");

    const id = (await store.find(overdueReference))?.id;
    expect(await owner.read(`${path}/delete`)).toMatch(/Zoë Late.*This cannot be undone/s);
    expect(await store.find(overdueReference)).not.toBeNull();
    const deleted = (await owner.submitForm(`${path}/delete`, "delete")).headers.get("location") ?? "";
    expect(forget).toHaveBeenCalledExactlyOnceWith([id]);
    expect(await owner.read(deleted)).toContain(`Deleted: ${overdueReference}.`);
    for (const response of [await owner.fetchPage(path), await sendAgain()]) expect(response.status).toBe(404);
  });

  it("shows long lists in parts, each request once", async () => {
    const { signIn, save } = await prepareDesk();
    const numbers = Array.from({ length: 60 }, (_, number) => number);
    const waiting = await Promise.all(numbers.map((number) => save(number)));
    const spam = await Promise.all(numbers.map((number) => save(100 + number, { flags: ["trap"] })));
    const owner = await signIn();
    for (const [list, references] of Object.entries({ open: waiting, spam })) {
      const seen: string[] = [];
      for (let path: string | undefined = "/desk"; path; ) {
        const page: string = await owner.read(path);
        const shown = [...page.matchAll(/\/desk\/requests\/(\w{8})"/g)].map(([, reference = ""]) => reference);
        seen.push(...shown.filter((reference) => references.includes(reference)));
        path = new RegExp(`href="(/desk\\?${list}=\\d+)"[^>]*>Next`).exec(page)?.[1];
      }
      expect(seen.sort()).toEqual([...references].sort());
    }
  });

  it("names a request whose email failed and why, and tries all emails again on request", async () => {
    const { signIn, save, store, wake, clock, status } = await prepareDesk();
    await save(1, { name: "Kiona Untold" });
    const [request] = await store.claim(clock.time, 1, clock.time);
    await store.markFailed([request?.id ?? ""], "EAUTH 535", clock.time + 180 * minute);
    status.email = { unset: false, waiting: 1, since: clock.time - 60 * minute };
    const owner = await signIn();
    expect(await owner.read("/desk")).toMatch(/<title>Emails do not go out.*emails fail with EAUTH 535/s);
    expect((await owner.submitForm("/desk", "try now")).headers.get("location")).toBe("/desk");
    expect(wake).toHaveBeenCalledOnce();
    expect(await store.claim(clock.time, 1, clock.time)).toHaveLength(1);
  });

  it("shows every request while nothing can be written, and says what was not saved, with the note still there", async () => {
    const { save, store, createDeskWith, signIn, clock } = await prepareDesk();
    const path = `/desk/requests/${await save(1)}`;
    const fail = async () => {
      throw new StoreUnavailable("the disk is full");
    };
    const owner = await signIn();
    const isReading = (name: string) => /^(find|list|history|get$|pending|is)/.test(name);
    const calls = Object.entries(store).map(([name, call]) => [name, isReading(name) ? call : fail]);
    const full = createBrowser(await createDeskWith("", Object.fromEntries(calls)), owner.cookieJar);
    // By now the use of the session would be written.
    clock.time += 2 * 60 * minute;
    for (const page of ["/desk", "/desk/requests.csv", path]) expect((await full.fetchPage(page)).status).toBe(200);
    const page = await full.submitForm(path, "note", { note: "typed" });
    expect([page.status, await page.text()]).toEqual([
      503,
      expect.stringMatching(/This was not saved\..*>typed<\/textarea>/s),
    ]);
    expect((await full.submitForm(path, "answered")).status).toBe(503);
    const gone = createBrowser(await createDeskWith("", { ...store, find: fail, findSession: fail }), owner.cookieJar);
    expect(await gone.read("/desk")).toContain("cannot be opened just now");
  });

  it("leaves no token, name or address in a log, a referrer or a cache, and is never indexed or framed", async () => {
    const { desk, save, sendRequestEmail, signIn, lines, smtpServer } = await prepareDesk();
    const reference = await save(1);
    const link = await sendRequestEmail(reference);
    const owner = await signIn();
    const visitor = createBrowser(desk);
    await visitor.submitForm(link, "answered");
    await owner.submitForm(`/desk/requests/${reference}`, "note", { note: "Canary note" });
    await owner.fetchPage("/desk/requests.csv");
    await owner.fetchPage("/desk/nowhere");
    for (const { headers } of [...visitor.responses, ...owner.responses]) {
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-robots-tag")).toContain("noindex");
      expect(headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; style-src 'self';.*frame-ancestors 'none'/,
      );
    }
    const secrets = [link, owner.cookieJar.cookie, findLink(smtpServer.received.at(-1)?.raw ?? "", /\/desk\/in\/\w+/)];
    const logText = lines.join("\n");
    expect(logText).toContain("signed in");
    expect(logText).not.toMatch(/canary|780|example\.com/i);
    for (const secret of secrets) expect(logText).not.toContain(secret.split(/[/=]/).at(-1));
  });
});
