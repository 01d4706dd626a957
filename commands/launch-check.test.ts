import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import {
  hiddenReason,
  type LaunchItem,
  listLaunchItems,
  publishingBlockers,
} from "../src/content/launch/launch-check.ts";
import { rehearseLaunch } from "../src/content/launch/rehearse-launch.ts";
import { listOffered } from "../src/content/offer.ts";
import { readContent } from "../src/content/read-content.ts";
import { loadEnvironment } from "../src/settings/load.ts";
import { readFolders } from "../src/settings/settings.ts";
import { testedZoneData } from "../src/settings/zone-data.ts";
import { capturePrinted } from "../tests/kit/capture-printed.ts";
import { cleanEnvironment } from "../tests/kit/clean-environment.ts";
import { temporaryFolder } from "../tests/kit/temporary-folder.ts";
import { checkLaunch } from "./launch-report.ts";

const script = resolve("commands/launch-check.ts");
const settings = {
  SITE_URL: "https://www.tideline.test",
  SMTP_URL: "smtps://mail.tideline.test",
  MAIL_TO: "cerys@tideline.test",
  MAIL_FROM: "site@tideline.test",
};

/** Makes a copy of the example studio, in which everything is answered, for a test to change. */
function copy() {
  const root = temporaryFolder();
  cpSync("tests/example-studio", join(root, "content"), { recursive: true });
  const edit = (file: string, pattern: RegExp | string, replacement: string) => {
    const path = join(root, "content", file);
    const before = readFileSync(path, "utf8");
    const after = before.replace(pattern, replacement);
    expect(after, `${file} holds ${pattern}`).not.toBe(before);
    writeFileSync(path, after);
  };
  return { root, edit };
}

/** Runs the command with the folders of the copy, and returns what it prints. */
function run(root: string, environment: Record<string, string>, options: Parameters<typeof checkLaunch>[1] = {}) {
  using printed = capturePrinted();
  const folders = { CONTENT_DIR: join(root, "content"), BUILD_DIR: join(root, "build") };
  const status = checkLaunch({ ...folders, ...environment }, { zoneData: testedZoneData, ...options });
  return { status, stdout: printed.log.replaceAll(`${root}/`, ""), stderr: printed.error };
}

function check(root: string, environment: Record<string, string> = settings) {
  const { status, stdout } = run(root, environment, { json: true });
  const { ready, items } = JSON.parse(stdout) as { ready: boolean; items: LaunchItem[] };
  return { status, ready, items };
}

const fields = (items: LaunchItem[]) => items.map(({ field }) => field);

test("zone data older than the one tested with is left to settle", () => {
  const { status, stdout } = run(copy().root, settings, { zoneData: "2025b" });
  expect([status, stdout]).toEqual([1, expect.stringContaining("zone data is 2025b")]);
});

test("nothing is left to settle once everything is answered", () => {
  expect(check(copy().root)).toMatchObject({ status: 0, ready: true, items: [] });
});

test("samples and guesses are listed with file and field", () => {
  const { root, edit } = copy();
  edit("studio.yaml", /^brand:.*$/m, "brand:\n  value: Lorem Rooms\n  source: sample");
  edit("treatments/blue-light.md", /^downtime:.*$/m, "downtime:\n  value: None\n  source: proposed");
  edit("testimonials.yaml", /source: verified\n +consent:.*(\n {6,}.*)*/, "source: sample");
  edit("results.yaml", /^illustrationsAccepted:[\s\S]*/m, "");
  const { items, status } = check(root, {});
  expect(status).toBe(1);
  const found = items.map(({ group, file, field }) => `${group} ${file} ${field}`);
  expect(found).toEqual(
    expect.arrayContaining([
      "placeholders content/studio.yaml brand",
      "facts content/treatments/blue-light.md downtime",
      "reviews content/testimonials.yaml testimonials[1]",
      "gallery content/results.yaml results[2]",
      ...["SITE_URL", "SMTP_URL", "MAIL_TO", "MAIL_FROM"].map((name) => `settings .env ${name}`),
    ]),
  );
});

test("the report names file and field, and says how much is left", () => {
  const { root, edit } = copy();
  edit("studio.yaml", /initials: CV/, "initials: null");
  const env = { ...cleanEnvironment, ...settings };
  const { stdout, status } = spawnSync(process.execPath, [script], { cwd: root, env, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stdout).toMatch(/^Before the public may see this site, 1 thing is left\./);
  expect(stdout).toMatch(/^ {2}content\/studio\.yaml, gates\.Q1$/m);
});

/** Launches the copy. */
function launched() {
  const { root, edit } = copy();
  edit("studio.yaml", /^privacyContact:/m, "launched: { date: 2026-12-01, initials: CV }\nprivacyContact:");
  return { root, edit, read: () => readContent(join(root, "content")) };
}

test("search engines are kept away from a public site until its owner has launched it", () => {
  const { root, edit } = copy();
  const settled = readContent(join(root, "content"));
  expect(hiddenReason(settled, settings.SITE_URL)).toMatch(
    /^everything is settled, but the site has not been launched yet/,
  );
  edit("studio.yaml", /initials: CV/, "initials: null");
  const delivered = readContent(join(root, "content"));
  expect(hiddenReason(delivered, settings.SITE_URL)).toMatch(/^1 thing is left to settle before launch/);
  for (const site of ["http://localhost:3000", "https://localhost", "https://127.0.0.1:8443", "http://192.168.1.9"]) {
    expect(hiddenReason(delivered, site)).toBeUndefined();
  }
  expect(hiddenReason(launched().read(), settings.SITE_URL)).toBeUndefined();
});

test("a claim blocks the edit on a launched site, with file, line and text, and never hides the site", () => {
  const { root, edit, read } = launched();
  edit("pages/home.yaml", /note: "?/, "$&Guaranteed! ");
  expect(hiddenReason(read(), settings.SITE_URL)).toBeUndefined();
  const [stop, ...others] = publishingBlockers(join(root, "content"), read(), settings.SITE_URL);
  expect(others).toEqual([]);
  expect(stop).toMatchObject({ file: "pages/home.yaml", message: expect.stringContaining('"Guaranteed"') });
  expect(stop?.location?.lineText).toMatch(/^ +note: .*Guaranteed!/);
  expect(publishingBlockers(join(root, "content"), read(), "http://localhost:3000")).toEqual([]);
});

test("a question that an upgrade brings stops no edit of a launched site and takes nothing off it", () => {
  const { root, edit, read } = launched();
  const before = listOffered(read());
  edit(
    "studio.yaml",
    /^ {2}Q2:/m,
    "  Q9: { question: New?, offer: null, answer: null, date: null, initials: null }\n$&",
  );
  edit("treatments/collagen-needling.md", "gates: [Q2]", "gates: [Q2, Q9]");
  expect(fields(check(root).items)).toEqual(["gates.Q9"]);
  expect(publishingBlockers(join(root, "content"), read(), settings.SITE_URL)).toEqual([]);
  expect(listOffered(read())).toEqual(before);
});

test("the launch is recorded once, by its own command, which changes nothing else", () => {
  const { root, edit } = copy();
  const file = join(root, "content/studio.yaml");
  const before = readFileSync(file, "utf8");
  expect(run(root, settings).stdout).toContain(
    "To launch it, with your initials: npm run launch-check -- --launch INI",
  );

  edit("studio.yaml", /initials: CV/, "initials: null");
  const early = run(root, settings, { launch: "CV" });
  expect(early).toMatchObject({ status: 1, stderr: expect.stringContaining("settle what is listed above first") });
  writeFileSync(file, before);
  expect(run(root, settings, { launch: "me: {" }).status).toBe(1);
  expect(readFileSync(file, "utf8")).toBe(before);

  expect(run(root, settings, { launch: "CV" }).status).toBe(0);
  const after = readFileSync(file, "utf8");
  expect(after.slice(0, before.length)).toBe(before);
  expect(after.slice(before.length)).toMatch(/^launched: \{ date: \d{4}-\d\d-\d\d, initials: CV \}\n$/);
  expect(hiddenReason(readContent(join(root, "content")), settings.SITE_URL)).toBeUndefined();

  expect(run(root, settings).stdout).toMatch(/^Nothing is left[^\n]*\nThe site was launched on \S+ by CV\./);
  expect(run(root, settings, { launch: "XX" }).status).toBe(1);
  expect(readFileSync(file, "utf8")).toBe(after);
});

test("while something is left on a public address the check says that search engines are kept away", () => {
  const { root, edit } = copy();
  edit("studio.yaml", /initials: CV/, "initials: null");
  expect(run(root, settings).stdout).toContain("Search engines are asked to stay away: 1 thing is left");
});

test("settings that only fit this machine are refused", () => {
  const { root } = copy();
  expect(fields(check(root, { ...settings, SITE_URL: "https://localhost" }).items)).toEqual(["SITE_URL"]);
  expect(fields(check(root, { ...settings, SITE_URL: "http://www.tideline.test" }).items)).toEqual(["SITE_URL"]);
});

test("a hosted backend keeps the mail settings itself", () => {
  const { SITE_URL } = settings;
  expect(check(copy().root, { SITE_URL, BACKEND_URL: "https://studio.supabase.co" }).status).toBe(0);
});

test("review markup in the built pages is found", () => {
  const { root } = copy();
  mkdirSync(join(root, "build/current/client"), { recursive: true });
  writeFileSync(
    join(root, "build/current/client/index.html"),
    '<script type="application/ld+json">{"aggregateRating":{}}</script>',
  );
  expect(fields(check(root).items)).toEqual(["structured data"]);
});

test("the studio's own content passes once its owner has made the edits that are asked for", () => {
  const root = temporaryFolder();
  rehearseLaunch(readFolders(loadEnvironment()).contentFolder, join(root, "content"));
  expect(listLaunchItems(readContent(join(root, "content")))).toEqual([]);
});
