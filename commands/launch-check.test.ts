import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishingBlockers } from "../src/content/launch/launch-check.ts";
import { listOffered } from "../src/content/offer.ts";
import { readContent } from "../src/content/read-content.ts";
import { temporaryFolder } from "../tests/kit/temporary-folder.ts";
import { formatReport, launch, listLeft } from "./launch-check.ts";

const studio = "tests/example-studio";
const settled = readContent(studio);
const question = { question: "Is it so?", offer: null, answer: null, date: null, initials: null };
const settings = {
  SITE_URL: "https://www.tideline.test",
  SMTP_URL: "smtps://mail.tideline.test",
  MAIL_TO: "cerys@tideline.test",
  MAIL_FROM: "site@tideline.test",
};

test("a question that an upgrade brings stops no edit of a launched site and takes nothing off it", () => {
  const content = structuredClone(settled);
  content.studio.launched = { date: "2026-12-01", initials: "CV" };
  content.studio.gates.Q9 = question;
  content.treatments.get("collagen-needling")?.gates.push("Q9");
  expect(listLeft(studio, settings, content).map(({ field }) => field)).toEqual(["gates.Q9"]);
  expect(publishingBlockers(studio, content, settings.SITE_URL)).toEqual([]);
  expect(listOffered(content)).toEqual(listOffered(settled));
});

test("the launch is recorded once, with initials, when neither content nor settings have anything left", () => {
  const folder = temporaryFolder();
  copyFileSync(join(studio, "studio.yaml"), join(folder, "studio.yaml"));
  const read = () => readFileSync(join(folder, "studio.yaml"), "utf8");
  const before = read();
  const content = structuredClone(settled);
  const left = () => listLeft(studio, settings, content);
  const launchWith = (initials: string) => launch(folder, initials, left(), content);
  content.studio.gates.Q9 = question;
  expect(() => launchWith("CV")).toThrow("settle what is listed above first");
  delete content.studio.gates.Q9;
  expect(listLeft(studio, { ...settings, SMTP_URL: "" }, content).map(({ field }) => field)).toEqual(["SMTP_URL"]);
  expect(formatReport(left(), content)).toContain("To launch it, with your initials: npm run launch-check -- --launch");
  expect(() => launchWith("me: {")).toThrow("Say who launches it");
  expect(read()).toBe(before);
  expect(launchWith("CV")).toContain("Launched.");
  expect(read()).toMatch(/\nlaunched: \{ date: \d{4}-\d\d-\d\d, initials: CV \}\n$/);

  content.studio.launched = { date: "2026-12-01", initials: "CV" };
  expect(formatReport(left(), content)).toMatch(/^Nothing is left[^\n]*\nThe site was launched on \S+ by CV\./);
  expect(() => launchWith("XX")).toThrow("The site was launched on 2026-12-01; nothing was changed.");
});
