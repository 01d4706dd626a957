import { describe, expect, it, vi } from "vitest";
import { findLink, minute, prepareDesk } from "../../tests/kit/desk.ts";
import { createBrowser } from "../../tests/kit/desk-browser.ts";
import { patient } from "../../tests/kit/patience.ts";

const timeout = patient(60_000);

describe("Signing in", () => {
  it("works once by an email to the studio, within fifteen minutes, and says the same to everyone", async () => {
    const { desk, requestSignInLink, clock, smtpServer, store } = await prepareDesk();
    const owner = createBrowser(desk);
    const link = await requestSignInLink(owner);
    expect(smtpServer.received.at(-1)?.recipients).toEqual(["studio@example.com"]);
    const fixed = createBrowser(desk, { cookie: `__Host-desk=${"a".repeat(64)}` });
    const entered = await fixed.submitForm(link, "sign in");
    expect(entered.headers.get("set-cookie")).toMatch(
      /^__Host-desk=[0-9a-f]{64}; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(fixed.cookieJar.cookie).not.toContain("aaaa");
    expect(await fixed.read("/desk")).toContain("Nothing is waiting");
    // A used link is invalid, for the page and for a form that was loaded before.
    const again = await owner.fetchPage(link);
    expect([again.status, await again.text()]).toEqual([410, expect.stringContaining("This link has ended")]);
    const late = await requestSignInLink(owner);
    clock.time += 15 * minute;
    expect((await owner.fetchPage(late)).status).toBe(410);
    expect(await owner.read("/desk")).toContain("Send me a link");
    expect(await store.listSessions("", clock.time)).toHaveLength(1);
    const asked = await owner.submitForm("/desk", "ask", {}, { "sec-fetch-site": "cross-site" });
    expect(asked.status).toBe(403);
  });

  it("cannot be blocked: however often strangers ask, a link that works is in the mailbox", async () => {
    const { desk, smtpServer, clock, lines } = await prepareDesk();
    const answers = new Set<string>();
    for (let asked = 1; asked <= 12; asked++) {
      const { status, headers } = await createBrowser(desk).submitForm("/desk", "ask");
      answers.add(`${status} ${headers.get("location")}`);
      await vi.waitFor(() => expect(lines.filter((line) => line.includes("sign-in"))).toHaveLength(asked), timeout);
      const newest = findLink(smtpServer.received.at(-1)?.raw ?? "", /\/desk\/in\/\w+/);
      expect((await createBrowser(desk).fetchPage(newest)).status).toBe(200);
      clock.time += 2 * minute;
    }
    expect(smtpServer.received).toHaveLength(3);
    expect(answers.size).toBe(1);
  });

  it("sends a link as soon as mail is back, however often somebody asked while it was away", async () => {
    const { desk, relay, lines, requestSignInLink } = await prepareDesk();
    relay.behaviour = 451;
    for (let taps = 1; taps <= 5; taps++) {
      await createBrowser(desk).submitForm("/desk", "ask");
      await vi.waitFor(() => expect(lines.filter((line) => line.includes("fault"))).toHaveLength(taps), timeout);
    }
    relay.behaviour = "accept";
    const owner = createBrowser(desk);
    expect((await owner.fetchPage(await requestSignInLink(owner))).status).toBe(200);
  });

  it("gives two phones separate sessions, and refuses a stolen cookie after its session was ended", async () => {
    const { signIn, desk, createDeskWith } = await prepareDesk();
    const [first, second] = [await signIn(), await signIn()];
    const stolen = createBrowser(desk, { cookie: second.cookieJar.cookie });
    expect(await stolen.read("/desk")).toContain("Signed-in phones <small>2</small>");
    const page = await first.read("/desk");
    const names = [...page.matchAll(/name="name" value="([^"]*)"/g)].map(([, name]) => name);
    const own = /<b>This phone<\/b>.*?name="name" value="([^"]*)"/s.exec(page)?.[1];
    await first.submitForm("/desk", "end session", { name: names.find((name) => name !== own) ?? "" });
    expect(await stolen.read("/desk")).toContain("Send me a link");
    expect(await first.read("/desk")).toContain("Nothing is waiting");
    const kept = first.cookieJar.cookie;
    expect(await createBrowser(await createDeskWith("lost phone"), { cookie: kept }).read("/desk")).toContain(
      "Send me a link",
    );
    await first.submitForm("/desk", "end session", { name: own ?? "" });
    expect(first.cookieJar.cookie).toBe("");
    expect(await createBrowser(desk, { cookie: kept }).read("/desk")).toContain("Send me a link");
  });

  it("ends everywhere with one tap: on every phone, in links not used yet and in the emails so far", async () => {
    const { desk, createDeskWith, signIn, save, sendRequestEmail, requestSignInLink, smtpServer, store, clock } =
      await prepareDesk();
    const reference = await save(1);
    const emailLink = await sendRequestEmail(reference);
    const [owner, lost] = [await signIn(), await signIn()];
    const unused = await requestSignInLink(createBrowser(desk));
    // Another server process on the same store, which has used the key before.
    const elsewhere = createBrowser(await createDeskWith(""), { cookie: lost.cookieJar.cookie });
    const stolen = createBrowser(desk, { cookie: owner.cookieJar.cookie });
    expect((await elsewhere.submitForm("/desk", "sign out everywhere", { form: "forged" })).status).toBe(403);
    const signedOut = await owner.submitForm("/desk", "sign out everywhere");
    expect(signedOut.headers.get("location")).toBe("/desk/signed-out");
    expect(owner.cookieJar.cookie).toBe("");
    expect(await owner.read("/desk/signed-out")).toContain("Signed out everywhere");
    for (const browser of [lost, elsewhere, stolen]) expect(await browser.read("/desk")).toContain("Send me a link");
    expect(await store.listSessions("", clock.time)).toEqual([]);
    expect((await owner.fetchPage(unused)).status).toBe(410);
    expect(await owner.read(emailLink)).toContain("Sign in, and the request opens.");
    await owner.submitForm(emailLink, "ask");
    await vi.waitFor(() => expect(smtpServer.received).toHaveLength(5), timeout);
    const fresh = findLink(smtpServer.received.at(-1)?.raw ?? "", /\/desk\/in\/\w+\?to=\w+/);
    expect((await owner.submitForm(fresh, "sign in")).headers.get("location")).toBe(`/desk/requests/${reference}`);
    expect((await owner.fetchPage(emailLink)).headers.get("location")).toBe(`/desk/requests/${reference}`);
    expect((await createBrowser(desk).fetchPage(await sendRequestEmail(reference))).status).toBe(200);
  });

  it("is required for every page, which opens afterwards", async () => {
    const { desk, save, requestSignInLink } = await prepareDesk();
    const reference = await save(1);
    const owner = createBrowser(desk);
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
    const late = await owner.send(`/desk/requests/${reference}`, { do: "note", note: "typed <too> late" });
    const latePage = await late.text();
    expect(latePage).toContain("typed &lt;too&gt; late</textarea>");
    expect(latePage).toContain(`name="to" value="${reference}"`);
    expect(await (await owner.send("/desk/nowhere", { do: "note" })).text()).toContain('name="to" value=""');
    const link = await requestSignInLink(owner);
    const entered = await owner.submitForm(link, "sign in", { to: "//evil.example" });
    expect(entered.headers.get("location")).toBe("/desk");
  });
});
