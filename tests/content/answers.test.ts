import { expect, test } from "vitest";
import { readContent } from "../../src/content/read-content.ts";
import { plainText } from "../../src/content/schemas/prose.ts";
import { situationNames, verdicts } from "../../src/content/schemas/treatment-schema.ts";
import { addSharedLines } from "../../src/content/shared-lines.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";

const treatments = [readFolders(loadEnvironment()).contentFolder, "tests/example-studio"].flatMap((folder) => {
  const { treatments: found, pages } = readContent(folder);
  return [...found.values()].map((one) => ({ ...one, body: addSharedLines(one, pages.treatment) }));
});

test.each(treatments)("$slug has its answers, its lists and whom to call", ({ suitability, body }) => {
  for (const situation of situationNames) {
    expect(verdicts).toContain(suitability[situation].answer);
    expect(suitability[situation].reason.length).toBeGreaterThan(9);
  }
  for (const list of [body.before.notDone, body.before.askDoctor, body.before.tellMe]) expect(list).not.toEqual([]);
  expect(JSON.stringify(body.risks.worry)).toMatch(/\b[18]11\b/);
});

test.each(treatments)("$slug is marked as one that can burn if its risks say so", ({ canBurn, body }) => {
  const namesBurn = body.risks.rare.some((risk) => /\bburns?\b/i.test(plainText(risk).split(". ")[0] ?? ""));
  if (namesBurn) expect(canBurn).toBe(true);
});
