import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openTestEditor } from "../../../tests/kit/test-editor.ts";
import { errorMessage } from "../../log/errors.ts";

const navy = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path fill="#1a2b4c" d="M0 0h40v10z"/></svg>';
const studioFile = "studio.yaml";

test("a logo is saved with the line that names it, replaced, and undone", async () => {
  const fixture = openTestEditor();
  const before = fixture.snapshot();
  const undo = () => fixture.editor.history.undo({ id: fixture.editor.history.steps().undo ?? "" });
  await fixture.editor.saveLogo("logo.svg", Buffer.from(navy));
  expect(fixture.read(studioFile)).toContain("\nlogo: logo.svg\n");
  expect(fixture.read("images/logo.svg")).toContain('<path fill="currentColor"');
  const png = await sharp({ create: { width: 2400, height: 600, channels: 4, background: "#1a2b4c88" } })
    .png()
    .toBuffer();
  await fixture.editor.saveLogo("logo.png", png);
  expect(fixture.read(studioFile)).toContain("\nlogo: logo.png\n");
  const { width, hasAlpha } = await sharp(readFileSync(join(fixture.folder, "images/logo.png"))).metadata();
  expect({ width, hasAlpha }).toEqual({ width: 1200, hasAlpha: true });
  expect((await fixture.editor.site()).problems).toEqual([]);
  expect(fixture.editor.history.list().changes[0]?.words).toBe("Your logo: a new one");
  expect(undo()).toHaveProperty("undone");
  expect(fixture.read(studioFile)).toContain("\nlogo: logo.svg\n");
  expect(undo()).toHaveProperty("undone");
  expect(fixture.snapshot()).toEqual(before);
});

test("a drawing that would be shown otherwise than it is meant is refused in her words, and nothing changes", async () => {
  const fixture = openTestEditor();
  const before = fixture.snapshot();
  const put = (inner: string) => Buffer.from(navy.replace("</svg>", `${inner}</svg>`));
  const refused: [string, Buffer][] = [
    ["font", put("<text>Willow</text>")],
    ["effects", put('<image href="a.png"/>')],
    ["cannot be read|not a drawing", put("<g>")],
    ["100 KB|may have 100", put(`<!--${"x".repeat(100e3)}-->`)],
    [
      "80",
      await sharp({ create: { width: 40, height: 40, channels: 3, background: "#000" } })
        .png()
        .toBuffer(),
    ],
  ];
  for (const [reason, bytes] of refused)
    expect(await fixture.editor.saveLogo("mine.svg", bytes).catch(errorMessage)).toMatch(
      new RegExp(`^mine.svg was not accepted\\..*(${reason}).*Nothing was changed\\.$`),
    );
  expect(fixture.snapshot()).toEqual(before);
  expect(existsSync(join(fixture.folder, "images/logo.svg"))).toBe(false);
});
