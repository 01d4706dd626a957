import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import sharp from "sharp";
import { onTestFinished } from "vitest";
import { withoutScripts } from "../../src/build/bundles.ts";
import type { OpenPreview } from "../../src/build/preview.ts";
import { cacheMasters, readMasters } from "../../src/content/pictures/pictures.ts";
import type { Edit, SavePictureRequest } from "../../src/editor/api/api-types.ts";
import { type EditorSettings, openEditor } from "../../src/editor/api/editor.ts";
import { keysOf, valueAt } from "../../src/editor/formats/values.ts";
import { openSite } from "../../src/site/render.tsx";
import { temporaryFolder } from "./temporary-folder.ts";

const studio = "tests/example-studio";
/** The studio's pictures are measured once, and not again in every copy. */
const masters = await readMasters(studio);

export const home = "pages/home.yaml";
export const images = "images/images.yaml";
export const blueLight = "treatments/blue-light.yaml";
/** What makes a guess of a settled fact of Blue Light, for `replace`. */
export const guess = [blueLight, "downtime: None", "downtime:\n  value: None\n  source: proposed"] as const;
export const set = (path: string, value: unknown): Edit => ({ path, value });

/** A picture of one colour. */
export const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#88aa99" } });

const assets = { ...withoutScripts, style: "", pageStyles: {}, noticeStyle: "", ground: "", darkGround: "" };

/** Opens an editor on a temporary copy of the example studio, until the test ends. */
export function openTestEditor(settings: Partial<EditorSettings> = {}, parent?: string) {
  const root = temporaryFolder(parent);
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
  /** Renders the pages as the preview does, without a build. */
  const openPreview: OpenPreview = (annotate, texts) => {
    Object.assign(globalThis, { __BACKEND_URL__: "" });
    const given = { contentFolder: folder, siteUrl: editor.store.siteUrl, retentionDays: 30, annotate };
    return openSite(given, assets, () => "default-src 'none'", undefined, texts).catch(() => undefined);
  };
  onTestFinished(() => editor.close());
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
    /** Of the history, the newest first. */
    changes: () => editor.history.list().changes,
    /** Undoes the newest change or an earlier one, or that and all since. */
    undo: (at = 0, since = false) => editor.history.undo({ id: editor.history.list().changes[at]?.id ?? "", since }),
    /** Presses Undo or Redo. */
    press: (button: "undo" | "redo") => editor.history.undo({ id: editor.history.steps()[button] ?? "" }),
    /** Publishes, and says how it ended. */
    async publish() {
      editor.publishing.start();
      await editor.publishing.whenIdle();
      return editor.publishing.describe();
    },
    openPreview,
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
