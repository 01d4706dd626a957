import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isHidden, type LaunchItem, launchItems } from "../studio/launch.ts";
import { readContent } from "../studio/read.ts";

const script = resolve("commands/launch-check.ts");
const settings = {
  SITE_URL: "https://www.brightside.ca",
  SMTP_URL: "smtps://mail.brightside.ca",
  MAIL_TO: "jane@brightside.ca",
  MAIL_FROM: "site@brightside.ca",
};
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "launch-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A copy of the content to change at will. */
function copy() {
  const root = mkdtempSync(join(folder, "case-"));
  cpSync("content", join(root, "content"), { recursive: true, filter: (path) => !path.includes("images") });
  symlinkSync(resolve("content/images"), join(root, "content/images"));
  const edit = (file: string, change: (text: string) => string) => {
    const path = join(root, "content", file);
    writeFileSync(path, change(readFileSync(path, "utf8")));
  };
  return { root, edit };
}

/** The content as it is once the owner has answered everything. */
function answered() {
  const { root, edit } = copy();
  const unmarked = (text: string) => text.replace(/^ *source: (sample|proposed)\n/gm, "");
  edit("studio.yaml", (text) =>
    unmarked(text)
      .replaceAll("answer: null", "answer: Yes, on file.")
      .replaceAll("date: null", "date: 2026-12-01")
      .replaceAll("initials: null", "initials: JD")
      .replaceAll("Northlight", "Brightside")
      .replace("Elena Marsh", "Jane Doe")
      .replace("(780) 555-0142", "(780) 423-1234")
      .replace("+17805550142", "+17804231234")
      .replace("hello@northlightskin.example", "hello@brightside.ca")
      .replace("12 Example Close NW", "9 Birch Lane NW")
      .replace("T5T 0A0", "T5T 4K3")
      .replace("https://www.instagram.com/", "https://www.instagram.com/brightside"),
  );
  for (const file of ["pages/home.yaml", "pages/about.yaml"]) {
    edit(file, (text) => text.replaceAll("Elena Marsh", "Jane Doe"));
  }
  edit("pages/testimonials.yaml", (text) =>
    text.replace(" Sample reviews are marked as samples.", " A selection of them."),
  );
  edit("testimonials.yaml", (text) =>
    text.replaceAll("source: sample", "source: verified\n    consent: { how: written, on: 2026-11-20 }"),
  );
  edit("results.yaml", (text) => `${text}\nillustrationsAccepted: { date: 2026-12-01, initials: JD }\n`);
  edit("paths.yaml", unmarked);
  for (const file of readdirSync("content/treatments")) edit(`treatments/${file}`, unmarked);
  return { root, edit };
}

function check(root: string, environment: Record<string, string> = settings) {
  const env = { PATH: process.env.PATH, ...environment };
  const { status, stdout } = spawnSync(process.execPath, [script, "--json"], { cwd: root, env, encoding: "utf8" });
  const { ready, items } = JSON.parse(stdout) as { ready: boolean; items: LaunchItem[] };
  return { status, ready, items, in: (group: string) => items.filter((item) => item.group === group) };
}

const fields = (items: LaunchItem[]) => items.map(({ field }) => field);

test("the content as delivered is refused, with every sample and question named", () => {
  const result = check(copy().root, {});
  expect(result).toMatchObject({ status: 1, ready: false });
  expect(fields(result.in("questions"))).toEqual(Array.from({ length: 14 }, (_, index) => `gates.G${index + 1}`));
  expect(result.in("reviews")).toHaveLength(11);
  expect(result.in("gallery")).toHaveLength(6);
  expect(fields(result.in("placeholders"))).toEqual(
    expect.arrayContaining([
      ...["brand", "practitioner", "phone", "phoneE164", "email", "address.street", "address.postalCode"],
      ...["geo", "social", "reviews", "hero.text", "heading"],
    ]),
  );
  expect(result.in("facts")).toHaveLength(17);
  expect(fields(result.in("privacy"))).toEqual(["lastUpdated"]);
  expect(fields(result.in("links"))).toEqual(["social.url"]);
  expect(fields(result.in("settings"))).toEqual(["SITE_URL", "SMTP_URL", "MAIL_TO", "MAIL_FROM"]);
});

test("plain words name the file and the field, and say how much is left", () => {
  const { stdout, status } = spawnSync(process.execPath, [script], { cwd: copy().root, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stdout).toMatch(/^Before the public may see this site, \d+ things are left\./);
  expect(stdout).toContain("content/treatments/diode-laser.md, comfort");
});

test("once everything is answered nothing is left", () => {
  expect(check(answered().root)).toMatchObject({ status: 0, ready: true, items: [] });
});

test("search engines are kept away from samples in public, and from nothing else", () => {
  const delivered = readContent("content");
  expect(isHidden(delivered, "https://www.brightside.ca")).toBe(true);
  for (const site of ["http://localhost:3000", "https://localhost", "https://127.0.0.1:8443", "http://192.168.1.9"]) {
    expect(isHidden(delivered, site)).toBe(false);
  }
  expect(isHidden(readContent(join(answered().root, "content")), "https://www.brightside.ca")).toBe(false);
});

test("settings that only fit this machine are refused", () => {
  const { root } = answered();
  expect(fields(check(root, { ...settings, SITE_URL: "https://localhost" }).items)).toEqual(["SITE_URL"]);
  expect(fields(check(root, { ...settings, SITE_URL: "http://www.brightside.ca" }).items)).toEqual(["SITE_URL"]);
});

test("a hosted backend keeps the mail settings itself", () => {
  const { root } = answered();
  const { SITE_URL } = settings;
  expect(check(root, { SITE_URL, BACKEND_URL: "https://studio.supabase.co" }).status).toBe(0);
});

test.each<[string, string, (text: string) => string, string]>([
  ["a half-answered question", "studio.yaml", (text) => text.replace("initials: JD", "initials: null"), "gates.G1"],
  ["a fake phone number", "studio.yaml", (text) => text.replace("423-1234", "555-0199"), "phone.value"],
  ["two phone numbers", "studio.yaml", (text) => text.replace("+17804231234", "+17804231235"), "phoneE164"],
  ["a forgotten sample name", "pages/about.yaml", (text) => text.replace("Jane Doe", "Elena Marsh"), "heading"],
  ["a forgotten brand", "site.yaml", (text) => text.replace("blurb: ", "blurb: Northlight. "), "footer.blurb"],
  ["an open brace", "site.yaml", (text) => text.replace("blurb: ", "blurb: In {city}. "), "footer.blurb"],
  ["an unsafe link", "studio.yaml", (text) => text.replace("https://www.goo", "http://www.goo"), "reviews.url"],
  ["a claim", "pages/home.yaml", (text) => text.replace("note: ", "note: Guaranteed! "), "hero.note"],
  ["a review nobody agreed to", "testimonials.yaml", (text) => text.replace(/ *consent: .*\n/, ""), "testimonials[1]"],
  ["a made-up reviewer", "testimonials.yaml", (text) => text.replace("Priya S.", "Test Client"), "testimonials[1]"],
])("%s is found", (_, file, change, field) => {
  const { root, edit } = answered();
  edit(file, change);
  expect(fields(launchItems(readContent(join(root, "content"))))).toContain(field);
});

test("review markup in the built pages is found", () => {
  const { root } = answered();
  mkdirSync(join(root, "build/client"), { recursive: true });
  writeFileSync(
    join(root, "build/client/index.html"),
    '<script type="application/ld+json">{"aggregateRating":{}}</script>',
  );
  expect(fields(check(root).items)).toEqual(["structured data"]);
});
