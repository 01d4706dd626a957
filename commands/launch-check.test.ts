import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishingBlockers } from "../src/content/launch/launch-check.ts";
import { listOffered } from "../src/content/offer.ts";
import { readContent } from "../src/content/read-content.ts";
import { readFolders } from "../src/settings/settings.ts";
import { capturePrinted } from "../tests/kit/capture-printed.ts";
import { temporaryFolder } from "../tests/kit/temporary-folder.ts";
import { checkLaunch, listLeft } from "./launch-report.ts";

const settings = {
  SITE_URL: "https://www.tideline.test",
  SMTP_URL: "smtps://mail.tideline.test",
  MAIL_TO: "cerys@tideline.test",
  MAIL_FROM: "site@tideline.test",
};

/** Makes a copy of the example studio, in which everything is answered, for a test to change. */
function copy() {
  const root = temporaryFolder();
  const content = join(root, "content");
  cpSync("tests/example-studio", content, { recursive: true });
  const edit = (file: string, pattern: RegExp | string, replacement: string) => {
    const before = readFileSync(join(content, file), "utf8");
    const after = before.replace(pattern, replacement);
    expect(after, `${file} holds ${pattern}`).not.toBe(before);
    writeFileSync(join(content, file), after);
  };
  return { root, content, edit };
}

/** Runs the command with the folders of the copy, and returns what it prints. */
function run(root: string, options: Parameters<typeof checkLaunch>[1] = {}, environment = {}) {
  using printed = capturePrinted();
  const folders = { CONTENT_DIR: join(root, "content"), BUILD_DIR: join(root, "build") };
  const status = checkLaunch({ ...folders, ...settings, ...environment }, options);
  return { status, stdout: printed.log, stderr: printed.error };
}

/** What is left, by field. The command's status says whether anything is. */
function fieldsLeft(root: string, environment = {}) {
  const { status } = run(root, {}, environment);
  const variables = { CONTENT_DIR: join(root, "content"), ...settings, ...environment };
  const place = { ...readFolders(variables), environment: variables };
  const items = listLeft(place, readContent(place.contentFolder));
  expect(status).toBe(items.length ? 1 : 0);
  return items.map(({ field }) => field);
}

test("content and settings are checked, and nothing is left once all are right", () => {
  const { root, edit } = copy();
  expect(fieldsLeft(root)).toEqual([]);
  expect(fieldsLeft(root, { SMTP_URL: "" })).toEqual(["SMTP_URL"]);
  edit("studio.yaml", /initials: CV/, "initials: null");
  expect(fieldsLeft(root)).toEqual(["gates.Q1"]);
});

test("a question that an upgrade brings stops no edit of a launched site and takes nothing off it", () => {
  const { root, content, edit } = copy();
  edit("studio.yaml", /^privacyContact:/m, "launched: { date: 2026-12-01, initials: CV }\nprivacyContact:");
  const before = listOffered(readContent(content));
  const question = "  Q9: { question: New?, offer: null, answer: null, date: null, initials: null }\n";
  edit("studio.yaml", /^ {2}Q2:/m, `${question}$&`);
  edit("treatments/collagen-needling.yaml", "gates: [ Q2 ]", "gates: [ Q2, Q9 ]");
  expect(fieldsLeft(root)).toEqual(["gates.Q9"]);
  expect(publishingBlockers(content, readContent(content), settings.SITE_URL)).toEqual([]);
  expect(listOffered(readContent(content))).toEqual(before);
});

test("the launch is recorded once, by its own command, which changes nothing else", () => {
  const { root, content, edit } = copy();
  const file = join(content, "studio.yaml");
  const before = readFileSync(file, "utf8");
  expect(run(root).stdout).toContain("To launch it, with your initials: npm run launch-check -- --launch INI");
  edit("studio.yaml", /initials: CV/, "initials: null");
  const early = { status: 1, stderr: expect.stringContaining("settle what is listed above first") };
  expect(run(root, { launch: "CV" })).toMatchObject(early);
  writeFileSync(file, before);
  expect(run(root, { launch: "me: {" }).status).toBe(1);
  expect(readFileSync(file, "utf8")).toBe(before);

  expect(run(root, { launch: "CV" }).status).toBe(0);
  const after = readFileSync(file, "utf8");
  expect(after.slice(0, before.length)).toBe(before);
  expect(after.slice(before.length)).toMatch(/^launched: \{ date: \d{4}-\d\d-\d\d, initials: CV \}\n$/);
  expect(run(root).stdout).toMatch(/^Nothing is left[^\n]*\nThe site was launched on \S+ by CV\./);
  expect(run(root, { launch: "XX" }).status).toBe(1);
  expect(readFileSync(file, "utf8")).toBe(after);
});
