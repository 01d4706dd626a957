import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readBuildSettings, readEditSettings, readFolders, readSettings, type Settings } from "./settings.ts";
import { SettingsError } from "./variables.ts";

const folders = { contentFolder: "content", buildFolder: "build" };

const defaults: Settings = {
  ...folders,
  port: 3000,
  host: null,
  dataDir: "data",
  databaseUrl: null,
  siteUrl: null,
  allowedOrigins: "*",
  smtpUrl: null,
  smtpPlaintext: false,
  resend: null,
  mail: { to: "studio@localhost", from: "website@localhost" },
  alertWebhookUrl: null,
  rateLimit: true,
  trustProxy: 0,
  retentionDays: 30,
  confirmToVisitor: false,
  timeZone: "Etc/UTC",
  digestHour: 8,
  weeklyHour: 8,
  deskOn: false,
  editOn: false,
  deskEpoch: "",
  drainSecret: null,
  smokeKey: null,
};

it("Settings need no variable at all", () => {
  expect(readSettings({})).toEqual(defaults);
  expect(readSettings({ PORT: "", DIGEST: " " })).toEqual(defaults);
});

// load.test.ts tries every variable.
it("Settings are read without the spaces around them, and origins from a list", () => {
  const given = {
    PORT: "0",
    BUILD_DIR: " .cache/other ",
    ALLOWED_ORIGINS: "https://studio.example, http://localhost:5173",
  };
  expect(readSettings(given)).toEqual({
    ...defaults,
    port: 0,
    buildFolder: ".cache/other",
    allowedOrigins: ["https://studio.example", "http://localhost:5173"],
  });
});

it("Emails are sent over Resend or over a mail server, never over both", () => {
  const mail = { MAIL_TO: "studio@example.com", MAIL_FROM: "site@example.com" };
  const key = { RESEND_API_KEY: "re_1" };
  expect(readSettings({ ...mail, ...key }).resend).toEqual({ url: "https://api.resend.com", key: "re_1" });
  const elsewhere = { ...mail, ...key, RESEND_URL: "http://127.0.0.1:1" };
  expect(readSettings(elsewhere).resend).toEqual({ url: "http://127.0.0.1:1", key: "re_1" });
  expect(() => readSettings({ ...mail, ...key, SMTP_URL: "smtp://localhost" })).toThrow(
    "SMTP_URL and RESEND_API_KEY are both set, but emails go one way: keep one.",
  );
});

it("The editor is offered on the server only over https, or on this machine", () => {
  const edit = (SITE_URL: string) => () => readSettings({ DESK: "on", EDIT: "on", SITE_URL });
  for (const address of ["http://studio.example", "http://192.168.1.4"])
    expect(edit(address)).toThrow("SITE_URL does not begin with https://");
  for (const address of ["https://studio.example", "http://localhost:3000"]) expect(edit(address)).not.toThrow();
});

it.each([
  ["PORT", "abc", 'PORT is "abc", but must be a whole number from 0 to 65535.'],
  ["PORT", "70000", 'PORT is "70000", but must be a whole number from 0 to 65535.'],
  ["HOST", "my host", 'HOST is "my host", but must be a host name or address.'],
  [
    "SITE_URL",
    "studio.example",
    'SITE_URL is "studio.example", but must be an address starting with https:// or http://.',
  ],
  ["RATE_LIMIT", "no", 'RATE_LIMIT is "no", but must be on or off.'],
  ["TRUST_PROXY", "true", 'TRUST_PROXY is "true", but must be a whole number from 0 to 10.'],
  ["RETENTION_DAYS", "0", 'RETENTION_DAYS is "0", but must be a whole number from 1 to 3650.'],
  ["DIGEST", "never", 'DIGEST is "never", but must be on or off.'],
  ["DIGEST_HOUR", "24", 'DIGEST_HOUR is "24", but must be a whole number from 0 to 23.'],
  ["MAIL_TO", "a@b.ca, c@d.ca", 'MAIL_TO is "a@b.ca, c@d.ca", but must be one email address.'],
  ["MAIL_FROM", "Studio", /^MAIL_FROM is "Studio", but must be one email address, or a name and an address/],
  ["ALLOWED_ORIGINS", "https://a.ca/", /^ALLOWED_ORIGINS is "https:\/\/a.ca\/", but must be \* or origins/],
])("An error explains what is wrong with %s=%s", (name, value, sentence) => {
  expect(() => readSettings({ [name]: value })).toThrow(SettingsError);
  expect(() => readSettings({ [name]: value })).toThrow(sentence);
});

it("Every problem is reported at once, without secrets", () => {
  const read = () =>
    readSettings({
      PORT: "x",
      SMTP_URL: "http://user:hunter2@mail.example",
      DATABASE_URL: "mysql://user:hunter2@db.example",
      DRAIN_SECRET: "hunter2",
      DIGEST: "x",
    });
  expect(read).toThrow(/SMTP_URL is .*not shown.*\n.*DIGEST.*\n.*PORT.*\n.*DATABASE_URL.*not shown.*\n.*DRAIN_SECRET/);
  expect(read).not.toThrow(/hunter2/);
});

it.each([
  ["SMTP_URL", "smtp://localhost"],
  ["RESEND_API_KEY", "re_1"],
])("Both mail addresses are required when there is %s", (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(
    "MAIL_TO is empty, but must be an email address when emails are sent.\nMAIL_FROM is empty",
  );
});

it("A build is told its own address, its backend and its folders", () => {
  const local = {
    ...folders,
    siteUrl: "http://localhost:3000",
    backendUrl: "",
    backendKey: "",
    ownFunction: true,
    retentionDays: 30,
    confirmToVisitor: false,
    countVisits: true,
  };
  expect(readBuildSettings({})).toEqual(local);
  expect(readBuildSettings({ PORT: "81" })).toEqual({ ...local, siteUrl: "http://localhost:81" });
  const hosted = { BACKEND_URL: "https://x.example/", BACKEND_KEY: " k " };
  expect(readBuildSettings(hosted)).toEqual({
    ...local,
    backendUrl: "https://x.example",
    backendKey: "k",
    ownFunction: false,
    // Another host serves the pages, where our server cannot count.
    countVisits: false,
  });
  expect(readBuildSettings({ ...hosted, OWN_FUNCTION: "on" }).ownFunction).toBe(true);
  expect(() => readBuildSettings({ BACKEND_URL: "x.example" })).toThrow('BACKEND_URL is "x.example", but must be');
  expect(readBuildSettings({ RETENTION_DAYS: "7", CONTENT_DIR: "mine" })).toEqual({
    ...local,
    contentFolder: "mine",
    retentionDays: 7,
  });
  expect(readFolders({ BUILD_DIR: " other " })).toEqual({ contentFolder: "content", buildFolder: "other" });
});

it("Every setting is listed with its default in .env.example", () => {
  const source = readFileSync(new URL("settings.ts", import.meta.url), "utf8");
  const names = new Set(source.match(/(?<=")[A-Z][A-Z_]+\b/g));
  const example = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
  expect(names.size).toBe(33);
  for (const name of names) expect(example).toMatch(new RegExp(`^# ?${name}=`, "m"));
  const assignments = [...example.matchAll(/^# ?([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]);
  const listed = Object.fromEntries(assignments);
  expect(readSettings(listed)).toEqual(defaults);
  expect(readBuildSettings(listed)).toEqual(readBuildSettings({}));
  expect(readEditSettings(listed)).toEqual(readEditSettings({}));
  expect(readFolders(listed)).toEqual(readFolders({}));
});
