import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readBuildSettings, readEditSettings, readFolders, readSettings } from "./settings.ts";
import { SettingsError, type Variables } from "./variables.ts";

const siteUrl = "https://www.studio.example";
const mail = { MAIL_TO: "owner@studio.example", MAIL_FROM: "site@studio.example" };
const resend = { ...mail, RESEND_API_KEY: "re_1" };
const desk = { SITE_URL: siteUrl, DESK: "on" };

const readAll = (variables: Variables) => ({
  server: readSettings(variables),
  build: readBuildSettings(variables),
  edit: readEditSettings(variables),
  folders: readFolders(variables),
});

/** Every variable with a value other than its default, beside those that it needs, and where that value must arrive. */
const cases: [name: string, given: Variables, places: Record<string, unknown>][] = [
  ["PORT", { PORT: "81" }, { "server.port": 81, "build.siteUrl": "http://localhost:81" }],
  ["HOST", { HOST: "::1" }, { "server.host": "::1" }],
  ["DATA_DIR", { DATA_DIR: "elsewhere" }, { "server.dataDir": "elsewhere" }],
  ["DATABASE_URL", { DATABASE_URL: "postgres://a:b@c/d" }, { "server.databaseUrl": "postgres://a:b@c/d" }],
  ["SITE_URL", { SITE_URL: siteUrl }, { "server.siteUrl": siteUrl, "build.siteUrl": siteUrl }],
  [
    "ALLOWED_ORIGINS",
    { ALLOWED_ORIGINS: `${siteUrl}, http://localhost:5173` },
    { "server.allowedOrigins": [siteUrl, "http://localhost:5173"] },
  ],
  ["SMTP_URL", { ...mail, SMTP_URL: "smtps://mail.example" }, { "server.smtpUrl": "smtps://mail.example" }],
  ["SMTP_PLAINTEXT", { SMTP_PLAINTEXT: "on" }, { "server.smtpPlaintext": true }],
  ["RESEND_API_KEY", resend, { "server.resend": { url: "https://api.resend.com", key: "re_1" } }],
  ["RESEND_URL", { ...resend, RESEND_URL: "http://127.0.0.1:1" }, { "server.resend.url": "http://127.0.0.1:1" }],
  ["MAIL_TO", mail, { "server.mail.to": "owner@studio.example" }],
  ["MAIL_FROM", { MAIL_FROM: "Studio <a@b.ca>" }, { "server.mail.from": "Studio <a@b.ca>" }],
  ["ALERT_WEBHOOK_URL", { ALERT_WEBHOOK_URL: siteUrl }, { "server.alertWebhookUrl": siteUrl }],
  ["RATE_LIMIT", { RATE_LIMIT: "off" }, { "server.rateLimit": false }],
  ["TRUST_PROXY", { TRUST_PROXY: "2" }, { "server.trustProxy": 2 }],
  ["RETENTION_DAYS", { RETENTION_DAYS: "7" }, { "server.retentionDays": 7, "build.retentionDays": 7 }],
  [
    "CONFIRM_TO_VISITOR",
    { CONFIRM_TO_VISITOR: "on" },
    { "server.confirmToVisitor": true, "build.confirmToVisitor": true },
  ],
  ["DIGEST", { DIGEST: "off" }, { "server.digestHour": null, "server.weeklyHour": 8 }],
  ["DIGEST_HOUR", { DIGEST_HOUR: " 6 " }, { "server.digestHour": 6, "server.weeklyHour": 6 }],
  ["WEEKLY_EMAIL", { WEEKLY_EMAIL: "off" }, { "server.weeklyHour": null, "server.digestHour": 8 }],
  ["DESK", desk, { "server.deskOn": true }],
  ["EDIT", { ...desk, EDIT: "on" }, { "server.editOn": true }],
  ["EDIT", { ...desk, EDIT: "on", SITE_URL: "http://localhost:3000" }, { "server.editOn": true }],
  ["DESK_EPOCH", { DESK_EPOCH: "second" }, { "server.deskEpoch": "second" }],
  ["TIME_ZONE", { TIME_ZONE: "Pacific/Auckland" }, { "server.timeZone": "Pacific/Auckland" }],
  ["DRAIN_SECRET", { DRAIN_SECRET: "a secret of sixteen" }, { "server.drainSecret": "a secret of sixteen" }],
  ["SMOKE_KEY", { SMOKE_KEY: "a key of sixteen signs" }, { "server.smokeKey": "a key of sixteen signs" }],
  // Another host then serves the pages, where our server cannot count.
  [
    "BACKEND_URL",
    { BACKEND_URL: "https://x.example/" },
    { "build.backendUrl": "https://x.example", "build.ownFunction": false, "build.countVisits": false },
  ],
  ["BACKEND_KEY", { BACKEND_KEY: " k " }, { "build.backendKey": "k", "build.countVisits": true }],
  ["OWN_FUNCTION", { BACKEND_URL: "https://x.example", OWN_FUNCTION: "on" }, { "build.ownFunction": true }],
  ["PUBLISH_COMMAND", { PUBLISH_COMMAND: "rsync elsewhere" }, { "edit.publishCommand": "rsync elsewhere" }],
  ["EDIT_COMMITS", { EDIT_COMMITS: "off" }, { "edit.commits": false }],
  ["CONTENT_DIR", { CONTENT_DIR: "mine" }, { "build.contentFolder": "mine", "folders.contentFolder": "mine" }],
  ["BUILD_DIR", { BUILD_DIR: ".cache/mine" }, { "server.buildFolder": ".cache/mine" }],
];

it.each(cases)("%s takes effect: %j", (_, given, places) => {
  for (const [place, value] of Object.entries(places)) expect(readAll(given), place).toHaveProperty(place, value);
});

it(".env.example lists every setting with its default, and each of them is tried above", () => {
  const example = readFileSync(".env.example", "utf8");
  const assignments = [...example.matchAll(/^# ?([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]);
  expect(readAll(Object.fromEntries(assignments))).toEqual(readAll({}));
  const ofTests = /^(TEST|CHROMIUM|FIREFOX)_/;
  const names = assignments.map(([name = ""]) => name).filter((name) => !ofTests.test(name));
  expect([...new Set(cases.map(([name]) => name))].sort()).toEqual(names.sort());
  const source = readFileSync(new URL("settings.ts", import.meta.url), "utf8");
  expect([...new Set(source.match(/(?<=")[A-Z][A-Z_]+(?=")/g))].sort()).toEqual(names);
});

it.each<[Variables, string]>([
  [{ PORT: "abc" }, 'PORT is "abc", but must be a whole number from 0 to 65535.'],
  [{ PORT: "70000" }, 'PORT is "70000", but must be a whole number from 0 to 65535.'],
  [{ HOST: "my host" }, 'HOST is "my host", but must be a host name or address.'],
  [{ SITE_URL: "a.ca" }, 'SITE_URL is "a.ca", but must be an address starting with https:// or http://.'],
  [{ RATE_LIMIT: "no" }, 'RATE_LIMIT is "no", but must be on or off.'],
  [{ RETENTION_DAYS: "0" }, 'RETENTION_DAYS is "0", but must be a whole number from 1 to 3650.'],
  [{ MAIL_TO: "a@b.ca, c@d.ca" }, 'MAIL_TO is "a@b.ca, c@d.ca", but must be one email address.'],
  [{ MAIL_FROM: "Studio" }, 'MAIL_FROM is "Studio", but must be one email address, or a name and an address'],
  [{ ALLOWED_ORIGINS: "https://a.ca/" }, 'ALLOWED_ORIGINS is "https://a.ca/", but must be * or origins'],
  [{ TIME_ZONE: "Mars" }, 'TIME_ZONE is "Mars", but must be a time zone like America/Toronto.'],
  [{ SMTP_URL: "smtp://localhost" }, "MAIL_TO is empty, but must be an email address when emails are sent.\nMAIL_FROM"],
  [{ RESEND_API_KEY: "re_1" }, "MAIL_TO is empty, but must be an email address when emails are sent.\nMAIL_FROM"],
  [{ ...resend, SMTP_URL: "smtp://localhost" }, "SMTP_URL and RESEND_API_KEY are both set, but emails go one way"],
  [{ DESK: "on" }, "DESK is on, but SITE_URL is empty"],
  [{ EDIT: "on" }, "EDIT is on, but DESK is off"],
  [{ ...desk, EDIT: "on", SITE_URL: "http://192.168.1.4" }, "EDIT is on, but SITE_URL does not begin with https://"],
])("%j is explained: %s", (given, sentence) => {
  expect(() => readSettings(given)).toThrow(SettingsError);
  expect(() => readSettings(given)).toThrow(sentence);
});

it("Every problem is reported at once, without secrets", () => {
  const secret = "http://user:hunter2@mail.example";
  const secrets = { DATABASE_URL: secret, SMTP_URL: secret, DRAIN_SECRET: "hunter2", SMOKE_KEY: "hunter2" };
  const read = () => readSettings({ PORT: "x", ...secrets, ALERT_WEBHOOK_URL: "hunter2" });
  for (const name of ["PORT", ...Object.keys(secrets), "ALERT_WEBHOOK_URL"]) expect(read).toThrow(`${name} is `);
  expect(read).not.toThrow(/hunter2/);
});
