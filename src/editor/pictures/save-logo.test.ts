import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawn, openTestEditor } from "../../../tests/kit/test-editor.ts";
import { errorMessage } from "../../log/errors.ts";

const navy = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path fill="#1a2b4c" d="M0 0h40v10z"/></svg>';

test("a logo is saved with the line that names it, replaced, and undone", async () => {
  const { editor, snapshot, read, press, changes, folder } = openTestEditor();
  const before = snapshot();
  await editor.saveLogo("logo.svg", Buffer.from(navy));
  expect(read("studio.yaml")).toContain("\nlogo: logo.svg\n");
  expect(read("images/logo.svg")).toContain('<path fill="currentColor"');
  const withSvg = snapshot();
  await editor.saveLogo("logo.png", await drawn(2400, 600).ensureAlpha(0.5).png().toBuffer());
  expect(read("studio.yaml")).toContain("\nlogo: logo.png\n");
  const { width, hasAlpha } = await sharp(join(folder, "images/logo.png")).metadata();
  expect({ width, hasAlpha }).toEqual({ width: 1200, hasAlpha: true });
  expect((await editor.site()).problems).toEqual([]);
  expect(changes()[0]?.words).toBe("Your logo: a new one");
  press("undo");
  expect(snapshot()).toEqual(withSvg);
  press("undo");
  expect(snapshot()).toEqual(before);
});

test("a drawing that would be shown otherwise than it is meant is refused in her words, and nothing changes", async () => {
  const { editor, snapshot } = openTestEditor();
  const before = snapshot();
  const put = (inner: string) => Buffer.from(navy.replace("</svg>", `${inner}</svg>`));
  const refused: [reason: string, bytes: Buffer][] = [
    ["font", put("<text>Willow</text>")],
    ["effects", put('<image href="a.png"/>')],
    ["not a drawing", put("<g>")],
    ["may have 100", put(`<!--${"x".repeat(100e3)}-->`)],
    ["80", await drawn(40, 40).png().toBuffer()],
  ];
  for (const [reason, bytes] of refused)
    expect(await editor.saveLogo("mine.svg", bytes).catch(errorMessage)).toMatch(
      new RegExp(`^mine.svg was not accepted\\..*${reason}.*Nothing was changed\\.$`),
    );
  expect(snapshot()).toEqual(before);
});
