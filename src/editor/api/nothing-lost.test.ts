import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { diskKinds, mountSmallDisk } from "../../../tests/kit/small-disk.ts";
import { home, images, openTestEditor, set } from "../../../tests/kit/test-editor.ts";

const photograph = () =>
  sharp({ create: { width: 1300, height: 300, channels: 3, background: "#a98" } })
    .jpeg()
    .toBuffer();

test.for(diskKinds)(
  "on a full disk of the kind %s no save, history or picture is cut short",
  async (kind, { skip }) => {
    const disk = mountSmallDisk(kind);
    if (!disk) return skip(`a disk of the kind ${kind} cannot be mounted here`);
    onTestFinished(disk.unmount);
    const fixture = openTestEditor({}, disk.folder);
    const { id } = await fixture.editor.pictures.upload("hero", "IMG_1.jpg", await photograph());
    // A file of several pages is what the system can write in part.
    fixture.write(home, `# A note that is long.\n`.repeat(600) + fixture.read(home));
    const end = fixture.read(home).slice(-200);
    const results = new Set<string>();
    for (const left of [0, 4_096, 8_192, 24_576, 49_152, 1_000_000]) {
      disk.free();
      fixture.save(home, [set("hero/button", `Before ${left}`)]);
      disk.fill(left);
      const before = fixture.snapshot();
      const count = fixture.editor.history.count();
      for (const work of [
        () => fixture.save(home, [set("hero/button", `With ${left} left`)]),
        () => fixture.savePicture({ id, name: "hero", alt: `Seen with ${left} left` }),
      ]) {
        try {
          results.add(Object.keys(await work()).join());
        } catch (error) {
          results.add(String((error as NodeJS.ErrnoException).code));
          expect(fixture.editor.history.count()).toBe(count);
          expect(fixture.snapshot()).toEqual(before);
        }
        expect(fixture.read(home).endsWith(end), `${left} left`).toBe(true);
        if (fixture.editor.history.count() > count) break;
      }
      const log = readFileSync(join(fixture.root, "data/history.jsonl"), "utf8");
      for (const line of log.trimEnd().split("\n")) JSON.parse(line);
    }
    expect(results).toContain("ENOSPC");
    expect(results).toContain("saved");
    disk.free();
    const snapshot = fixture.snapshot();
    const { changes } = fixture.editor.history.list();
    await fixture.restart();
    expect(fixture.editor.history.list().changes).toEqual(changes);
    expect(fixture.snapshot()).toEqual(snapshot);
  },
);

test("a save whose entry was written and whose file was not is not in the history after a crash", async () => {
  const fixture = openTestEditor();
  fixture.save(home, [set("hero/button", "First")]);
  const before = fixture.snapshot();
  fixture.save(home, [set("hero/button", "Second")]);
  await fixture.editor.close();
  for (const [path, bytes] of Object.entries(before)) writeFileSync(path, Buffer.from(bytes, "base64"));
  await fixture.restart();
  expect(fixture.editor.history.list().changes.map(({ after }) => after)).toEqual(["First"]);
});

test("a new picture whose description was not written is not in the history after a crash", async () => {
  const fixture = openTestEditor();
  const before = fixture.read(images);
  const { id } = await fixture.editor.pictures.upload("about-portrait", "IMG_1.jpg", await photograph());
  expect(await fixture.savePicture({ id, name: "about-portrait" })).toHaveProperty("saved");
  await fixture.editor.close();
  fixture.write(images, before);
  await fixture.restart();
  expect(fixture.editor.history.list().changes).toEqual([]);
});

test("saving a picture whose words another window has changed is a conflict, and saving again replaces them", async () => {
  const fixture = openTestEditor();
  const { id } = await fixture.editor.pictures.upload("hero", "IMG_1.jpg", await photograph());
  const request = { id, name: "hero", alt: "Mine.", was: fixture.valueAt(images, "hero") };
  fixture.save(images, [set("hero/alt", "Theirs.")]);
  const before = fixture.snapshot();
  const result = await fixture.savePicture(request);
  expect(result).toMatchObject({ conflicts: [{ path: "hero", current: { alt: "Theirs." } }] });
  expect(fixture.snapshot()).toEqual(before);
  expect(await fixture.savePicture({ ...request, was: fixture.valueAt(images, "hero") })).toHaveProperty("saved");
  expect(fixture.read(images)).toContain("alt: Mine.");
});

test("the editor survives when a file or the whole folder is away for a moment, and then sees what changed", async () => {
  const events: string[] = [];
  const fixture = openTestEditor({ log: (event) => events.push(event) });
  const close = fixture.editor.listen(
    () => {},
    () => {},
  );
  onTestFinished(close);
  const away = `${fixture.folder}-away`;
  renameSync(fixture.folder, away);
  await expect.poll(() => events).toContain("fault");
  expect(() => fixture.save(home, [set("hero/button", "Nowhere")])).toThrow(/ENOENT|home\.yaml/);
  renameSync(away, fixture.folder);
  const text = fixture.read(home);
  rmSync(join(fixture.folder, home));
  // By now the folder was looked at again, without the file.
  await pause(1_200);
  fixture.write(home, text.replace(/note: .*/, "note: By another program"));
  const seen = () => fixture.editor.history.list().changes.some(({ elsewhere }) => elsewhere);
  for (let tries = 0; tries < 100 && !seen(); tries++) await pause(50);
  expect(fixture.editor.history.list().changes).toMatchObject([{ elsewhere: true, after: "By another program" }]);
  expect(fixture.save(home, [set("hero/button", "Back again")])).toHaveProperty("saved");
});
