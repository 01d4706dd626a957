import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, watch } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { listPictureFiles } from "../../content/content-folder.ts";
import { editText, readValues } from "../formats/content-file.ts";
import { replaceText, writeAtomically } from "../formats/source-file.ts";
import { isRecord } from "../formats/values.ts";
import { openContentStore } from "../forms/content-store.ts";
import { openDrafts } from "../history/drafts.ts";
import { createCommits } from "../history/git-commits.ts";
import { openHistory } from "../history/history.ts";
import { openHistoryLog } from "../history/history-log.ts";
import { createPictures } from "../pictures/uploads.ts";
import type { DiscardDraftRequest, EditorEvent, Form, Problem, SavePictureRequest, SaveRequest } from "./api-types.ts";
import { describeLaunch, launchEdit, launchRefusal } from "./launch.ts";
import { createPublisher } from "./publish.ts";
import { ConcurrentWrite, createSaver, type SaveResult } from "./save.ts";
import { describeSite } from "./site-summary.ts";

export interface EditorSettings {
  folder: string;
  /** The folder for drafts, file copies and uploads. It is outside of the content, and readable by its owner only. */
  dataFolder: string;
  siteUrl: string;
  publishCommand: string | null;
  /** Whether each save becomes a git commit when the content is in a repository. */
  commits: boolean;
  environment: Record<string, string | undefined>;
  now?: () => Date;
  build?: string[];
}

export type Editor = ReturnType<typeof openEditor>;

/** The editor of one content folder, with every operation that the API offers. */
export function openEditor({
  folder,
  dataFolder,
  siteUrl,
  publishCommand,
  commits,
  environment,
  now = () => new Date(),
  build,
}: EditorSettings) {
  const store = openContentStore(folder, siteUrl);
  const drafts = openDrafts(join(dataFolder, "drafts.json"));
  const git = commits ? createCommits(folder) : undefined;
  const copies = openHistoryLog(dataFolder);
  const history = openHistory(store, copies, now, (change, files) => git?.add(change, files));
  const saving = createSaver({ store, drafts, history, now });
  // Existing data folders have this name for uploads.
  const pictures = createPictures(folder, join(dataFolder, "taken"));
  const listeners = new Set<ServerResponse>();
  const broadcast = (event: EditorEvent) => {
    for (const listener of listeners) listener.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  const publishing = createPublisher({
    ...{ store, history, command: publishCommand, environment, now },
    notify: (state) => broadcast({ type: "publish", publishing: state }),
    ...(build && { build }),
  });

  history.recordOutsideChanges();
  const versions = new Map(store.files().map((file) => [file, store.read(file).version]));
  const watcher = watch(folder, { recursive: true }, () => scheduleDetection());
  // When the system cannot watch another folder, saving still works, and the next save detects outside changes.
  watcher.on("error", () => watcher.close());
  let timer: NodeJS.Timeout | undefined;
  /** Programs write a file in several steps, so detection waits until the writes have stopped. */
  function scheduleDetection() {
    clearTimeout(timer);
    timer = setTimeout(detectChanges, 60);
  }

  function detectChanges() {
    store.invalidate();
    history.recordOutsideChanges();
    let changed = false;
    for (const file of store.files()) {
      const { version } = store.read(file);
      if (versions.get(file) === version) continue;
      versions.set(file, version);
      changed = true;
      broadcast({ type: "file", file, version });
    }
    if (changed) broadcast({ type: "site" });
    broadcast({ type: "page" });
  }

  function save(request: SaveRequest): SaveResult {
    for (let tries = 0; ; tries++) {
      try {
        const result = saving.save(request);
        detectChanges();
        return result;
      } catch (error) {
        if (!(error instanceof ConcurrentWrite) || tries > 2) throw error;
      }
    }
  }

  /** Saves an uploaded picture with its description and focal point as one change. */
  async function savePicture({ id, name, alt, focus, person, version }: SavePictureRequest): Promise<SaveResult> {
    const file = listPictureFiles(folder).get(name) ?? `images/${name}.webp`;
    const images = "images/images.yaml";
    const source = store.read(images);
    const problemAt = (message: string, key = "alt", label = "What the picture shows"): Problem => ({
      file: images,
      title: store.titleOf(images),
      path: `${name}/${key}`,
      label,
      kind: "mistake",
      message,
      blocking: true,
    });
    const missing = problemAt(
      "This picture has no words yet. Say in one sentence what is seen, for people who cannot see it.",
    );
    const draft = { file: images, path: `${name}/alt`, label: missing.label, edits: [], at: now().toISOString() };
    const reject = (problem: Problem): SaveResult => ({
      savedAsDraft: { problems: [problem], draft: { ...draft, problems: [problem] } },
    });
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
      return reject(problemAt("A picture is named in small letters, digits and hyphens."));
    if (!alt.trim()) return reject(missing);
    if (person === null)
      return reject(
        problemAt(
          "Say whether a person is in it. A client may only be shown with signed consent.",
          "consent",
          "Is a person in it?",
        ),
      );
    const bytes = await pictures.bytesFor(id, file);
    if (!bytes) return reject(problemAt("The picture is no longer here. Drop it again."));
    const values = readValues(images, source.text);
    const old = values?.[name];
    const { focus: _focus, consent: _consent, ...rest } = isRecord(old) ? old : {};
    const value = { ...rest, alt: alt.trim(), ...(focus && { focus }), ...(person && { consent: true }) };
    const edit = { do: "set", path: name, value } as const;
    const text = editText(images, source.text, edit, store.fields(images));
    const request: SaveRequest = { file: images, version, edits: [edit] };
    const [blockingProblem] = saving.check(request).filter(({ blocking, path }) => blocking && path.startsWith(name));
    if (blockingProblem) return reject(blockingProblem);
    const shownOn =
      store.validContent() && (await describeSite(services)).pictures.find((one) => one.name === name)?.shownOn[0];
    // Nothing may be awaited from here until history.add: the change would be recorded as an outside change.
    const path = join(folder, file);
    const before = existsSync(path) ? readFileSync(path) : null;
    writeAtomically(path, bytes);
    const after = replaceText(source.bytes, text);
    const changed = text !== source.text;
    if (changed) writeAtomically(join(folder, images), after);
    const change = history.add({
      ...{ id: randomUUID(), at: now().toISOString(), file: images, path: name, address: null, title: "Pictures" },
      ...{
        label: shownOn ?? name,
        before: before ? "the old picture" : "",
        after: "a new picture",
        words: `${shownOn ?? name}: new picture`,
      },
      files: [{ file, before, after: bytes }, ...(changed ? [{ file: images, before: source.bytes, after }] : [])],
    });
    pictures.discard(id);
    detectChanges();
    return { saved: { form: saving.form(images), change } };
  }

  const services = { store, drafts, history, saving, publishing: publishing.describe, environment };

  return {
    store,
    saving,
    history,
    pictures,
    publishing,
    save,
    savePicture,
    site: () => describeSite(services),
    discardDraft({ file, path }: DiscardDraftRequest): Form {
      drafts.discard(file, path);
      return saving.form(file);
    },
    undo(id: string, since: boolean) {
      const result = history.undo(id, since);
      detectChanges();
      return result;
    },
    launch: () => describeLaunch(store, environment),
    /** Returns undefined when the launch was recorded, or the reason why it was not. */
    recordLaunch(initials: string): string | undefined {
      const reason = launchRefusal(store, environment, initials);
      if (reason) return reason;
      const { version } = saving.form("studio.yaml");
      const result = save({ file: "studio.yaml", version, edits: [launchEdit(store, initials, now())] });
      return "saved" in result ? undefined : "The studio's details were changed in the meantime. Try again.";
    },
    listen(response: ServerResponse) {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      response.write(": connected\n\n");
      listeners.add(response);
      response.once("close", () => listeners.delete(response));
    },
    async close() {
      watcher.close();
      clearTimeout(timer);
      publishing.stop();
      for (const listener of listeners) listener.end();
      await git?.whenIdle();
    },
  };
}
