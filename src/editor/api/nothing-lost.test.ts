import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { diskKinds, mountSmallDisk } from "../../../tests/kit/small-disk.ts";
import { drawn, home, images, openTestEditor, set } from "../../../tests/kit/test-editor.ts";

const photograph = () => drawn(1300, 300).jpeg().toBuffer();

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

test("a save whose entry was written and whose words were not is not in the history after a crash, a new picture's neither", async () => {
  const fixture = openTestEditor();
  const { save, savePicture, snapshot, read, write, restart, changes } = fixture;
  save(home, [set("hero/button", "First")]);
  const [before, words] = [snapshot(), read(images)];
  save(home, [set("hero/button", "Second")]);
  await fixture.editor.close();
  for (const [path, bytes] of Object.entries(before)) writeFileSync(path, Buffer.from(bytes, "base64"));
  await restart();
  expect(changes().map(({ after }) => after)).toEqual(["First"]);
  const { id } = await fixture.editor.pictures.upload("about-portrait", "IMG_1.jpg", await photograph());
  expect(await savePicture({ id, name: "about-portrait" })).toHaveProperty("saved");
  await restart();
  expect(changes()).toHaveLength(2);
  write(images, words);
  await restart();
  expect(changes().map(({ after }) => after)).toEqual(["First"]);
});

test("the editor survives when a file or the whole folder is away for a moment, and then sees what changed", async () => {
  const events: string[] = [];
  const { editor, folder, save, read, write, changes } = openTestEditor({ log: (event) => events.push(event) });
  onTestFinished(
    editor.listen(
      () => {},
      () => {},
    ),
  );
  const away = `${folder}-away`;
  renameSync(folder, away);
  await expect.poll(() => events).toContain("fault");
  expect(() => save(home, [set("hero/button", "Nowhere")])).toThrow(/ENOENT|home\.yaml/);
  renameSync(away, folder);
  const text = read(home);
  rmSync(join(folder, home));
  // By now the folder was looked at again, without the file.
  await pause(1_200);
  write(home, text.replace(/note: .*/, "note: By another program"));
  await expect.poll(changes).toMatchObject([{ elsewhere: true, after: "By another program" }]);
  expect(save(home, [set("hero/button", "Back again")])).toHaveProperty("saved");
});
