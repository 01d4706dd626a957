import { expect, it } from "vitest";
import { describeDesk, healthyStatus, minute } from "../../tests/kit/desk.ts";

describeDesk("The status notice of the desk", (prepare) => {
  it("says what is wrong, which request was not emailed and what to do, and retries on request", async () => {
    const { signIn, save, store, wake, clock, status } = await prepare();
    await save(1, { name: "Kiona Untold" });
    const [request] = await store.claim(clock.time, 1, clock.time);
    await store.markFailed([request?.id ?? ""], "EAUTH 535", clock.time + 180 * minute);
    status.email = { unset: false, waiting: 1, since: clock.time - 60 * minute };
    const owner = await signIn();
    const page = await owner.read("/desk");
    for (const text of [
      "Emails have not gone out since today, 1:20",
      "mail server refused the password (EAUTH 535)",
      "No email about Kiona Untold has reached you yet.",
      "No email sent yet",
    ]) {
      expect(page).toContain(text);
    }
    expect((await owner.submitForm("/desk", "try now")).headers.get("location")).toBe("/desk");
    expect(wake).toHaveBeenCalledOnce();
    expect(await store.claim(clock.time, 1, clock.time)).toHaveLength(1);
    Object.assign(status, { email: { unset: true, waiting: 1, since: null } });
    expect(await owner.read("/desk")).toContain("SMTP_URL or RESEND_API_KEY is not set");
    Object.assign(status, {
      ...healthyStatus,
      backup: { at: clock.time - 3 * 24 * 60 * minute, missing: true },
      hidden: "a sample",
    });
    expect(await owner.read("/desk")).toContain(
      "older than two days; search engines are asked to stay away (a sample)",
    );
  });

  it("says whether backups are made, and since when they are not", async () => {
    const { signIn, clock, status } = await prepare();
    const owner = await signIn();
    const at = clock.time - 60 * minute;
    const expected = new Map([
      [{ at: null, missing: false }, "Not needed before the launch."],
      [{ at: null, missing: false, elsewhere: true }, "Made by the database’s own host."],
      [{ at, missing: false }, "Today, 1:20 p.m."],
      [{ at: null, missing: true }, "None was made yet."],
      [{ at, missing: true }, "The last was today, 1:20 p.m."],
    ]);
    for (const [backup, text] of expected) {
      status.backup = backup;
      const page = (await owner.read("/desk")).replaceAll("\u00a0", " ");
      expect([...expected.values()].filter((one) => page.includes(one))).toEqual([text]);
    }
  });
});
