import { expect, it, vi } from "vitest";
import { patient } from "../commands/patience.ts";
import { linksPerHour } from "./signing-in.ts";
import { addressIn, browse, describeDesk, minute } from "./tried-desk.ts";

const timeout = patient(60_000);

const day = 24 * 60 * minute;

describeDesk("signing in", (prepare) => {
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
    const forms = await Promise.all(Array.from({ length: 4 }, () => browse(desk).find(link, "sign in")));
    const results = await Promise.all(forms.map((press) => press()));
    expect(results.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410]);
    expect(await store.sessions("", 0)).toHaveLength(1);
  });

  it("sends so many links an hour and no more, and answers all alike", async () => {
    const { desk, mail, clock } = await prepare();
    const answers = [];
    for (let time = 0; time < linksPerHour + 5; time++) answers.push(await browse(desk).press("/desk", "ask"));
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get("location")}`)).size).toBe(1);
    await vi.waitFor(() => expect(mail.received).toHaveLength(linksPerHour), timeout);
    clock.time += 60 * minute;
    await browse(desk).press("/desk", "ask");
    await vi.waitFor(() => expect(mail.received).toHaveLength(linksPerHour + 1), timeout);
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
    const late = await owner.send(`/desk/requests/${reference}`, { do: "note", note: "typed <too> late" });
    expect(await late.text()).toContain("typed &lt;too&gt; late</textarea>");
    await owner.press(`/desk/requests/${reference}`, "ask");
    await vi.waitFor(() => expect(mail.received).toHaveLength(1), timeout);
    const link = addressIn(mail.received[0]?.raw ?? "", /\/desk\/in\/\w+\?to=\w+/);
    expect((await owner.press(link, "sign in")).headers.get("location")).toBe(`/desk/requests/${reference}`);
    expect(
      (await owner.press(await linkFor(browse(desk)), "sign in", { to: "//evil.example" })).headers.get("location"),
    ).toBe("/desk");
  });
});
