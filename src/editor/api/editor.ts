import { existsSync, type FSWatcher, readFileSync, rmSync, watch } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { notCommittedFile } from "../../files/editor-folder.ts";
import { tryLock } from "../../files/folder-lock.ts";
import { writeWholeFile } from "../../files/write-files.ts";
import { describeError } from "../../log/errors.ts";
import type { Log } from "../../log/log.ts";
import { openContentStore } from "../forms/content-store.ts";
import { openDrafts } from "../history/drafts.ts";
import { createCommits } from "../history/git-commits.ts";
import { ConcurrentWrite, openHistory } from "../history/history.ts";
import { openHistoryLog } from "../history/history-log.ts";
import { createPictureSaver } from "../pictures/save-picture.ts";
import { createPictures } from "../pictures/uploads.ts";
import type { DiscardDraftRequest, EditorEvent, Form, SaveRequest } from "./api-types.ts";
import { describeLaunch, launchEdit, launchRefusal } from "./launch.ts";
import { createPublisher } from "./publish.ts";
import { createSaver, type SaveResult } from "./save.ts";
import { createSiteSettings } from "./site-settings.ts";
import { describeSite } from "./site-summary.ts";

export interface EditorSettings {
  folder: string;
  /** The folder for drafts, file copies and uploads. It is outside of the content, and readable by its owner only. */
  dataFolder: string;
  siteUrl: string;
  publishCommand: string | null;
  /** Whether what is published becomes a git commit when the content is in a repository. */
  commits: boolean;
  environment: Record<string, string | undefined>;
  now?: () => Date;
  build?: string[];
  log?: Log;
  patience?: number;
}

/** Another editor is open on this content. Two would write over each other's drafts and history. */
export class EditorInUse extends Error {
  /** Where the other one can be opened; undefined while it is starting. */
  readonly address: string | undefined;
  constructor(address: string | undefined) {
    super(address ? `The editor is open already, at ${address}` : "Another editor is starting. Try again in a moment.");
    this.address = address;
  }
}

const heartbeat = 5_000;

export type Editor = ReturnType<typeof openEditor>;

/** The editor of one content folder, with every operation that the API offers. */
export function openEditor(settings: EditorSettings) {
  const { folder, dataFolder, environment, build, patience, now = () => new Date(), log = () => {} } = settings;
  const addressFile = join(dataFolder, "address");
  const unlock = tryLock(dataFolder);
  if (!unlock) throw new EditorInUse(existsSync(addressFile) ? readFileSync(addressFile, "utf8") : undefined);
  // An editor that was killed leaves its address behind.
  rmSync(addressFile, { force: true });
  const store = openContentStore(folder, settings.siteUrl);
  const drafts = openDrafts(join(dataFolder, "drafts.json"), log);
  const copies = openHistoryLog(dataFolder);
  const history = openHistory(store, copies, now);
  const saving = createSaver({ store, drafts, now }, history);
  // Existing data folders have this name for uploads.
  const pictures = createPictures(folder, join(dataFolder, "taken"));
  const listeners = new Set<ServerResponse>();
  const broadcast = (event: EditorEvent) => {
    for (const listener of listeners) listener.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  const unseenNotices: EditorEvent[] = [];
  function notify(message: string) {
    const notice: EditorEvent = { type: "notice", message };
    if (listeners.size) broadcast(notice);
    else unseenNotices.push(notice);
  }
  const git = settings.commits ? createCommits(folder, history.isOwnWork, now) : undefined;
  let lastCommit: Promise<string | undefined> = Promise.resolve(undefined);
  /** One after the other, as git allows no two at once. */
  function commit(isPublishing: boolean): Promise<string | undefined> {
    lastCommit = lastCommit.then(() => commitSaved(isPublishing));
    return lastCommit;
  }
  /** Commits what the editor saved and no commit has yet. Returns why that was not possible, and leaves word for the desk. */
  async function commitSaved(isPublishing: boolean): Promise<string | undefined> {
    const unpublished = history.list().changes.filter(({ published, elsewhere }) => !published && !elsewhere);
    const reason = await git?.(unpublished.reverse(), isPublishing);
    try {
      if (reason) writeWholeFile(notCommittedFile(dataFolder), reason, 0o600);
      else rmSync(notCommittedFile(dataFolder), { force: true });
    } catch (error) {
      log("fault", { while: "noting a commit", ...describeError(error) });
    }
    if (reason) log("commit", { outcome: "failed", reason });
    return reason;
  }
  async function commitLeftBehind() {
    const reason = await commit(false);
    if (reason)
      notify(
        `Your words are saved, but git could not record them: ${reason} Tell the person who looks after this computer; you can go on writing.`,
      );
  }
  const siteSettings = createSiteSettings(environment);
  const publishing = createPublisher({
    store,
    history,
    command: settings.publishCommand,
    environment,
    now,
    notify: (state) => broadcast({ type: "publish", publishing: state }),
    commit: () => commit(true),
    ...(build && { build }),
    ...(patience !== undefined && { patience }),
  });

  history.recordOutsideChanges();
  const started = commitLeftBehind();
  const versions = new Map(store.files().map((file) => [file, store.read(file).version]));
  let siteVersion = store.version();
  let timer: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined = watchFolder();

  function watchFolder() {
    const opened = watch(folder, { recursive: true }, () => scheduleDetection(60));
    // When the system cannot watch another folder, saving still works, and the next save detects outside changes.
    opened.on("error", () => opened.close());
    return opened;
  }

  /** Programs write a file in several steps, so detection waits until the writes have stopped. */
  function scheduleDetection(delay: number) {
    clearTimeout(timer);
    timer = setTimeout(detectOrRetry, delay);
  }

  /** A file, or the whole folder, may be away for a moment while another program replaces it. */
  function detectOrRetry() {
    try {
      watcher ??= watchFolder();
      detectChanges();
    } catch (error) {
      log("fault", { while: "looking for changes", ...describeError(error) });
      scheduleDetection(500);
      watcher?.close();
      watcher = undefined;
    }
  }

  function detectChanges() {
    store.invalidate();
    history.recordOutsideChanges();
    for (const file of store.files()) {
      const { version } = store.read(file);
      if (versions.get(file) !== version) broadcast({ type: "file", file, version });
      versions.set(file, version);
    }
    const version = store.version();
    if (siteVersion !== version) broadcast({ type: "site", version });
    siteVersion = version;
  }

  /** Another program may write a file between reading and writing it. Then the save begins again with that file. */
  function saveWithRetry(save: () => SaveResult): SaveResult {
    for (let tries = 0; ; tries++) {
      try {
        const result = save();
        detectOrRetry();
        return result;
      } catch (error) {
        if (!(error instanceof ConcurrentWrite) || tries > 2) throw error;
        store.invalidate();
      }
    }
  }

  const save = (request: SaveRequest) => saveWithRetry(() => saving.save(request));

  const savePicture = createPictureSaver({ store, saving, pictures, saveWithRetry });

  const services = { store, drafts, history, saving, publishing: publishing.describe, siteSettings };

  return {
    store,
    saving,
    history,
    pictures,
    log,
    /** Tells the next editor that is started on this content where this one can be opened. */
    announce: (address: string) => writeWholeFile(addressFile, address, 0o600),
    publishing,
    save,
    savePicture,
    site: () => describeSite(services),
    discardDraft({ file, path }: DiscardDraftRequest): Form {
      drafts.discard(file, [path]);
      return saving.form(file);
    },
    undo(id: string, since: boolean) {
      const result = history.undo(id, since);
      detectOrRetry();
      return result;
    },
    launch: () => describeLaunch(store, siteSettings),
    /** Returns undefined when the launch was recorded, or the reason why it was not. */
    async recordLaunch(initials: string): Promise<string | undefined> {
      const reason = await launchRefusal(store, siteSettings, initials);
      if (reason) return reason;
      const { version } = saving.form("studio.yaml");
      const result = save({ file: "studio.yaml", version, edits: [launchEdit(store, initials, now())] });
      return "saved" in result ? undefined : "The studio's details were changed in the meantime. Try again.";
    },
    /** Resolves when what an earlier run left behind is committed, or cannot be. */
    started,
    /** Whether it would harm to end the editor although no window is open. */
    isBusy: publishing.isRunning,
    /** Sends events until the window is closed. A connection without any traffic would be closed. */
    listen(response: ServerResponse) {
      response.writeHead(200, { "content-type": "text/event-stream", "x-accel-buffering": "no" });
      // A window whose editor was closed and is open again learns of it within a second.
      response.write("retry: 1000\n: connected\n\n");
      listeners.add(response);
      for (const notice of unseenNotices.splice(0)) broadcast(notice);
      const beat = setInterval(() => response.write(": still here\n\n"), heartbeat).unref();
      response.once("close", () => {
        clearInterval(beat);
        listeners.delete(response);
      });
    },
    async close() {
      watcher?.close();
      clearTimeout(timer);
      publishing.stop();
      for (const listener of listeners) listener.end();
      await started;
      rmSync(addressFile, { force: true });
      unlock();
    },
  };
}
