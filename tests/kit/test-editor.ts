import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { onTestFinished } from "vitest";
import { cacheMasters, readMasters } from "../../src/content/pictures/pictures.ts";
import type { Edit, SavePictureRequest } from "../../src/editor/api/api-types.ts";
import { type EditorSettings, openEditor } from "../../src/editor/api/editor.ts";
import { keysOf, valueAt } from "../../src/editor/formats/values.ts";

const studio = "tests/example-studio";
/** The studio's pictures are measured once, and not again in every copy. */
const masters = await readMasters(studio);

export const home = "pages/home.yaml";
export const images = "images/images.yaml";
export const set = (path: string, value: unknown): Edit => ({ path, value });

/** Opens an editor on a temporary copy of the example studio, until the test ends. */
export function openTestEditor(settings: Partial<EditorSettings> = {}, parent = tmpdir()) {
  const root = mkdtempSync(join(parent, "editor-"));
  const folder = join(root, "content");
  cpSync(studio, folder, { recursive: true });
  cacheMasters(masters.map((master) => ({ ...master, file: join(folder, relative(studio, master.file)) })));
  const open = () =>
    openEditor({
      folder,
      dataFolder: join(root, "data"),
      siteUrl: "http://localhost:3000",
      publishCommand: null,
      commits: false,
      // No page of the example studio was changed before this day, so a save changes no other line.
      environment: process.env,
      now: () => new Date("2026-01-01T12:00:00Z"),
      ...settings,
    });
  let editor = open();
  const path = (file: string) => join(folder, file);
  /** Writes as another program does, which it never does in the same tick as the editor. */
  const write = (file: string, text: string | Buffer) => {
    writeFileSync(path(file), text);
    editor.store.invalidate();
  };
  onTestFinished(async () => {
    await editor.close();
    rmSync(root, { recursive: true, force: true });
  });
  return {
    root,
    folder,
    get editor() {
      return editor;
    },
    /** Closes the editor and opens it again on the same folders. */
    async restart() {
      await editor.close();
      editor = open();
    },
    read: (file: string) => readFileSync(path(file), "utf8"),
    write,
    replace: (file: string, from: string | RegExp, to: string) =>
      write(file, readFileSync(path(file), "utf8").replace(from, to)),
    snapshot: () =>
      Object.fromEntries(
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => [
            join(entry.parentPath, entry.name),
            readFileSync(join(entry.parentPath, entry.name), "base64"),
          ]),
      ),
    /** Commits the studio to a repository of its own, and returns its git. */
    startRepository() {
      const git = (...args: string[]) => execFileSync("git", ["-C", root, ...args], { encoding: "utf8" });
      git("init", "--quiet");
      git("config", "user.email", "owner@studio.test");
      git("config", "user.name", "Owner");
      git("add", "content");
      git("commit", "--quiet", "-m", "Begin");
      return git;
    },
    valueAt: (file: string, path: string) => valueAt(editor.saving.form(file).values, keysOf(path)),
    /** Saves an uploaded picture with a description, unless the test says otherwise. */
    savePicture: (request: Pick<SavePictureRequest, "id" | "name"> & Partial<SavePictureRequest>) => {
      const was = valueAt(editor.saving.form(images).values, [request.name]);
      return editor.savePicture({ alt: "A window.", focus: null, person: false, was, ...request });
    },
    /** Saves as a window that has seen the file as it is, unless an edit says what it has seen. */
    save: (file: string, edits: Edit[], waiting: Edit[] = []) => {
      const { values } = editor.saving.form(file);
      const seen = (edit: Edit) => ({ was: valueAt(values, keysOf(edit.path)), ...edit });
      return editor.saving.save({ file, edits: edits.map(seen), waiting: waiting.map(seen) });
    },
  };
}
