import { describe, expect, it, onTestFinished } from "vitest";
import { key, type Manner, startResendServer } from "../../supabase/local/resend-server.ts";
import { type Letter, PostError } from "./post.ts";
import { createResendPost } from "./resend.ts";

const letter: Letter = {
  id: "3f0c",
  subject: "Consultation request from Ana (ABCDEFGH)",
  text: "Name: Ana",
  html: "<p>Name: Ana</p>",
  replyTo: { name: 'Ana" <evil@example.com>, ', address: "o'brien+tag@example.com" },
};

async function talk(manner?: (call: number) => Manner, account: { key?: string } = {}) {
  const resend = await startResendServer(manner);
  onTestFinished(resend.close);
  const addresses = { to: "studio@example.com", from: "Studio <website@example.com>" };
  return { resend, post: createResendPost({ url: resend.url, key, ...account }, addresses, 0) };
}

const fault = (sending: Promise<void>) =>
  sending.then(
    () => undefined,
    (error: PostError) => error,
  );

describe("a letter posted over Resend", () => {
  it("goes to the studio alone, from the website, with the visitor's bare address to reply to", async () => {
    const { resend, post } = await talk();
    await post.send(letter);
    expect(resend.sent).toMatchObject([
      {
        key: "contact/3f0c",
        from: "Studio <website@example.com>",
        to: ["studio@example.com"],
        reply_to: "o'brien+tag@example.com",
        subject: letter.subject,
        text: letter.text,
        html: letter.html,
      },
    ]);
  });

  it("leaves once, however often it is posted and whatever became of the answer", async () => {
    const { resend, post } = await talk((call) => (call === 1 ? "drop after" : "accept"));
    expect(await fault(post.send(letter))).toMatchObject({ kind: "away" });
    await post.send(letter);
    await post.send(letter);
    expect(resend.calls()).toBe(3);
    expect(resend.sent).toHaveLength(1);
  });

  it("leaves without an address to reply to where that address is the fault", async () => {
    const { resend, post } = await talk();
    await post.send({ ...letter, replyTo: { name: "李", address: "李@例子.example" } });
    expect(resend.sent).toHaveLength(1);
    expect(resend.sent[0]?.reply_to).toBeUndefined();
  });

  it.each<[string, Manner, Partial<PostError>]>([
    [
      "too many calls",
      { status: 429, name: "rate_limit_exceeded", headers: { "retry-after": "7" } },
      { kind: "away", retryAfter: 7_000, message: "429 rate_limit_exceeded" },
    ],
    [
      "too many calls, until a date long gone",
      { status: 429, name: "rate_limit_exceeded", headers: { "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT" } },
      { kind: "away", retryAfter: 1_000 },
    ],
    [
      "a used up quota",
      { status: 429, name: "daily_quota_exceeded" },
      { kind: "refused", message: "429 daily_quota_exceeded" },
    ],
    [
      "a fault of theirs",
      { status: 500, name: "application_error" },
      { kind: "away", retryAfter: undefined, message: "500 application_error" },
    ],
    ["the same letter under way", { status: 409, name: "concurrent_idempotent_requests" }, { kind: "away" }],
    ["another letter under the same key", { status: 409, name: "invalid_idempotent_request" }, { kind: "refused" }],
    [
      "a domain not verified",
      { status: 403, name: "validation_error" },
      { kind: "auth", message: "403 validation_error" },
    ],
    [
      "a field they refuse",
      { status: 422, name: "validation_error" },
      { kind: "refused", message: "422 validation_error" },
    ],
    ["a hang-up", "drop before", { kind: "away" }],
  ])("is judged rightly after %s, in codes alone", async (_, manner, expected) => {
    const { post } = await talk(() => manner);
    const error = await fault(post.send(letter));
    expect(error).toBeInstanceOf(PostError);
    expect(error).toMatchObject(expected);
    expect(error?.message).not.toMatch(/canary|@/);
  });

  it.each(["re_wrong", ""])("asks for a person when the key is %j", async (wrong) => {
    const { post } = await talk(undefined, { key: wrong });
    expect(await fault(post.send(letter))).toMatchObject({ kind: "auth", message: "403 invalid_api_key" });
  });

  it("waits for better times when nobody is there", async () => {
    const { resend, post } = await talk();
    await resend.close();
    expect(await fault(post.send(letter))).toMatchObject({ kind: "away", message: "ECONNREFUSED" });
  });
});
