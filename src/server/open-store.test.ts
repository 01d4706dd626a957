import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { resendTestKey, startResendServer } from "../../tests/kit/resend-server.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { readSettings } from "../settings/settings.ts";
import { createMailer } from "./open-store.ts";

const email = { id: "one", subject: "A request", text: "Words", html: "<p>Words</p>" };

test.each([
  ["site@studio.example", "Tideline", "Tideline website <site@studio.example>"],
  ["site@studio.example", 'Sea, "Sun" & Co. <x@y.z>', '"Sea, Sun & Co. <x@y.z> website" <site@studio.example>'],
  ["site@studio.example", undefined, "site@studio.example"],
])("an email of %s for the studio %s comes from %s", async (from, studioName, sender) => {
  const folder = temporaryFolder();
  await createMailer(readSettings({ DATA_DIR: folder, MAIL_FROM: from }), studioName).send(email);
  const mail = join(folder, "mail");
  const text = readFileSync(join(mail, readdirSync(mail)[0] ?? ""), "utf8");
  expect(/^From: (.*)$/m.exec(text)?.[1]?.trim()).toBe(sender);
});

test("emails go to Resend where its key is set", async () => {
  const resend = await startResendServer();
  onTestFinished(resend.close);
  const addresses = { MAIL_TO: "studio@example.com", MAIL_FROM: "site@example.com" };
  const settings = readSettings({ ...addresses, RESEND_API_KEY: resendTestKey, RESEND_URL: resend.url });
  await createMailer(settings).send(email);
  expect(resend.sent).toMatchObject([{ to: ["studio@example.com"] }]);
});
