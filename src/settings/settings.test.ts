import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readBuildSettings, readFolders, readSettings, table } from "./settings.ts";
import { type Setting, SettingsError, type Variables } from "./variables.ts";

const siteUrl = "https://www.studio.example";
const mail = { MAIL_TO: "owner@studio.example", MAIL_FROM: "site@studio.example" };
const resend = { ...mail, RESEND_API_KEY: "re_1" };
const desk = { SITE_URL: siteUrl, DESK: "on" };

const readAll = (variables: Variables) => ({
  server: readSettings(variables),
  build: readBuildSettings(variables),
  folders: readFolders(variables),
});

/** Variables that become something else than their text, or arrive in several places. */
const cases: [given: Variables, places: Record<string, unknown>][] = [
  [{ PORT: "81" }, { "server.port": 81, "build.siteUrl": "http://localhost:81" }],
  [{ SITE_URL: siteUrl }, { "server.siteUrl": siteUrl, "build.siteUrl": siteUrl }],
  [
    { ALLOWED_ORIGINS: `${siteUrl}, http://localhost:5173` },
    { "server.allowedOrigins": [siteUrl, "http://localhost:5173"] },
  ],
  [resend, { "server.resend": { url: "https://api.resend.com", key: "re_1" }, "server.mail.to": mail.MAIL_TO }],
  [{ DIGEST: "off" }, { "server.digestHour": null, "server.weeklyHour": 8 }],
  [{ DIGEST_HOUR: " 6 " }, { "server.digestHour": 6, "server.weeklyHour": 6 }],
  [{ WEEKLY_EMAIL: "off" }, { "server.weeklyHour": null, "server.digestHour": 8 }],
  [{ ...desk, EDIT: "on", SITE_URL: "http://localhost:3000" }, { "server.editOn": true }],
  // Another host then serves the pages, where our server cannot count.
  [
    { BACKEND_URL: "https://x.example/" },
    { "build.backendUrl": "https://x.example", "build.ownFunction": false, "build.countVisits": false },
  ],
  [{ BACKEND_KEY: " k " }, { "build.backendKey": "k", "build.ownFunction": true, "build.countVisits": true }],
];

it.each(cases)("%j takes effect: %j", (given, places) => {
  for (const [place, value] of Object.entries(places)) expect(readAll(given), place).toHaveProperty(place, value);
});

it(".env.example lists every setting with its default", () => {
  const example = readFileSync(".env.example", "utf8");
  const listed = [...example.matchAll(/^# ?([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]);
  const ofTests = /^(TEST|CHROMIUM|FIREFOX)_/;
  const rows: Setting[] = Object.values(table).flatMap((group) => Object.values(group));
  const settings = rows.map(([name, byDefault]) => [name, byDefault ?? ""]).sort();
  expect(listed.filter(([name = ""]) => !ofTests.test(name)).sort()).toEqual(settings);
});

it.each<[Variables, string]>([
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
