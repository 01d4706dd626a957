import { describe, expect, it, onTestFinished } from "vitest";
import { type ResendBehaviour, resendTestKey, startResendServer } from "../../../tests/kit/resend-server.ts";
import { type Email, MailError } from "./mailer.ts";
import { createResendMailer } from "./resend.ts";

const email: Email = {
  id: "3f0c",
  subject: "Consultation request from Ana (ABCDEFGH)",
  text: "Name: Ana",
  html: "<p>Name: Ana</p>",
  replyTo: { name: 'Ana" <evil@example.com>, ', address: "o'brien+tag@example.com" },
};

async function startResend(behaviour?: (call: number) => ResendBehaviour, account: { key?: string } = {}) {
  const resend = await startResendServer(behaviour);
  onTestFinished(resend.close);
  const addresses = { to: "studio@example.com", from: "Studio <website@example.com>" };
  return { resend, mailer: createResendMailer({ url: resend.url, key: resendTestKey, ...account }, addresses, 0) };
}

const catchMailError = (sending: Promise<void>) =>
  sending.then(
    () => undefined,
    (error: MailError) => error,
  );

describe("An email sent over Resend", () => {
  it("goes only to the studio with the visitor's bare address as Reply-To, and a confirmation to the visitor alone", async () => {
    const { resend, mailer } = await startResend();
    await mailer.send(email);
    const { replyTo: _, ...confirmation } = email;
    await mailer.send({ ...confirmation, id: "4a1d", visitor: "ana@example.com" });
    const { subject, text, html } = email;
    const from = "Studio <website@example.com>";
    const toStudio = { to: ["studio@example.com"], reply_to: "o'brien+tag@example.com" };
    const toVisitor = { to: ["ana@example.com"], reply_to: "studio@example.com" };
    expect(resend.sent).toMatchObject([
      { key: "contact/3f0c", from, ...toStudio, subject, text, html },
      { key: "contact/4a1d", from, ...toVisitor, subject, text, html },
    ]);
  });

  it("is sent without the Reply-To address when that address is refused", async () => {
    const { resend, mailer } = await startResend();
    await mailer.send({ ...email, replyTo: { name: "李", address: "李@例子.example" } });
    expect(resend.sent).toHaveLength(1);
    expect(resend.sent[0]?.reply_to).toBeUndefined();
  });

  it.each<[string, number, string, MailError["kind"]]>([
    ["too many calls", 429, "rate_limit_exceeded", "unreachable"],
    ["a used up quota", 429, "daily_quota_exceeded", "refused"],
    ["a domain not verified", 403, "validation_error", "auth"],
    ["a field they refuse", 422, "validation_error", "refused"],
  ])("fails after %s with the right kind of error, which contains only codes", async (_, status, name, kind) => {
    const { mailer } = await startResend(() => ({ status, name }));
    const error = await catchMailError(mailer.send(email));
    expect(error).toBeInstanceOf(MailError);
    expect(error).toMatchObject({ kind, message: `${status} ${name}` });
  });

  it("waits as long as is asked for", async () => {
    const { mailer } = await startResend(() => ({ status: 429, name: "", headers: { "retry-after": "7" } }));
    expect(await catchMailError(mailer.send(email))).toMatchObject({ kind: "unreachable", retryAfter: 7_000 });
  });

  it("fails with an error that time mends while Resend is away", async () => {
    const { resend, mailer } = await startResend();
    await resend.close();
    expect(await catchMailError(mailer.send(email))).toMatchObject({ kind: "unreachable", message: "ECONNREFUSED" });
  });
});
