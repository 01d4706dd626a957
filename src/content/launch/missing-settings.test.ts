import { expect, test } from "vitest";
import { missingSettings } from "./missing-settings.ts";

const address = { SITE_URL: "https://studio.test" };
const mail = { SMTP_URL: "smtps://mail.test", MAIL_TO: "a@studio.test", MAIL_FROM: "b@studio.test" };

test.each<[string, Record<string, string>, string[]]>([
  ["nothing once all are set", { ...address, ...mail }, []],
  ["each that is not set", {}, ["SITE_URL", "SMTP_URL", "MAIL_TO", "MAIL_FROM"]],
  ["one that holds only spaces", { ...address, ...mail, MAIL_TO: " " }, ["MAIL_TO"]],
  ["an address without encryption", { ...mail, SITE_URL: "http://studio.test" }, ["SITE_URL"]],
  ["an address of this machine", { ...mail, SITE_URL: "https://localhost:3000" }, ["SITE_URL"]],
  ["an address that is none", { ...mail, SITE_URL: "https://" }, ["SITE_URL"]],
  ["no mail server beside the key of a mail service", { ...address, ...mail, SMTP_URL: "", RESEND_API_KEY: "re" }, []],
  ["emails that are not encrypted", { ...address, ...mail, SMTP_PLAINTEXT: "on" }, ["SMTP_PLAINTEXT"]],
  ["no mail settings where a hosted backend has them", { ...address, BACKEND_URL: "https://backend.test" }, []],
])("what is missing before the launch is %s", (_, environment, missing) => {
  expect(missingSettings(environment).map(({ field }) => field)).toEqual(missing);
});
