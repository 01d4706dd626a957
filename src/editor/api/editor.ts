import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { notCommittedFile } from "../../files/editor-folder.ts";
import { tryLock } from "../../files/folder-lock.ts";
import { writeWholeFile } from "../../files/write-files.ts";
import { describeError } from "../../log/errors.ts";
import type { Log } from "../../log/log.ts";
import { openContentStore } from "../forms/content-store.ts";
import { createCommits } from "../history/git-commits.ts";
import { openHistory } from "../history/history.ts";
import { openHistoryLog } from "../history/history-log.ts";
import { createLogoSaver } from "../pictures/save-logo.ts";
import { createPictureSaver } from "../pictures/save-picture.ts";
import { createPictures } from "../pictures/uploads.ts";
import { createLaunch } from "./launch.ts";
import { createPublisher, type PublishSettings, type PublishStatus } from "./publish.ts";
import { createSaver } from "./save.ts";
import { describeSite } from "./site-summary.ts";
import { createTreatments } from "./treatments.ts";

export type EditorEvent =
  /** A file changed on disk, through any window or another program. */
  | { type: "file"; file: string; version: string }
  | { type: "site"; version: string }
  | { type: "publish"; publishing: PublishStatus };

export interface EditorSettings extends PublishSettings {
  folder: string;
  /** The folder for the history, file copies and uploads. It is outside of the content, and readable by its owner only. */
  dataFolder: string;
  siteUrl: string;
  /** Whether what is published becomes a git commit when the content is in a repository. */
  commits: boolean;
  now?: () => Date;
  log?: Log;
}

/** Another editor is open on this content. Two would write over each other's history. */
export class EditorInUse extends Error {
  /** Where the other one can be opened; undefined while it is starting. */
  readonly address: string | undefined;
  constructor(address: string | undefined) {
    super(address ? `The editor is open already, at ${address}` : "Another editor is starting. Try again in a moment.");
    this.address = address;
  }
}

export type Editor = ReturnType<typeof openEditor>;

/** The editor of one content folder, with every operation that the API offers. */
export function openEditor(settings: EditorSettings) {
  const { folder, dataFolder, environment, now = () => new Date(), log = () => {} } = settings;
  const addressFile = join(dataFolder, "address");
  const unlock = tryLock(dataFolder);
  if (!unlock) throw new EditorInUse(existsSync(addressFile) ? readFileSync(addressFile, "utf8") : undefined);
  // An editor that was killed leaves its address behind.
  rmSync(addressFile, { force: true });
  const store = openContentStore(folder, settings.siteUrl);
  const copies = openHistoryLog(dataFolder);
  const history = openHistory(store, copies, now, () => look());
  const saving = createSaver(store, history, now);
  // Existing data folders have this name for uploads.
  const pictures = createPictures(folder, join(dataFolder, "taken"));
  const windows = new Set<{ send: (event: EditorEvent) => unknown; end: () => void }>();
  const broadcast = (event: EditorEvent) => {
    for (const { send } of windows) send(event);
  };
  const git = settings.commits ? createCommits(folder, history.isOwnWork, now) : undefined;
  /** Commits what is published. Returns why that was not possible, and leaves word for the desk. */
  async function commitPublished(): Promise<string | undefined> {
    const unpublished = history.list().changes.filter(({ published, elsewhere }) => !published && !elsewhere);
    const reason = await git?.(unpublished.reverse());
    if (reason) log("commit", { outcome: "failed", reason });
    try {
      if (reason) writeWholeFile(notCommittedFile(dataFolder), reason, 0o600);
      else rmSync(notCommittedFile(dataFolder), { force: true });
    } catch (error) {
      // The pages are switched already, and visitors see them whatever the desk can be told.
      log("fault", { while: "noting a commit", ...describeError(error) });
    }
    return reason;
  }
  const publishing = createPublisher({
    ...settings,
    store,
    history,
    now,
    notify: (state) => broadcast({ type: "publish", publishing: state }),
    commit: commitPublished,
  });

  history.recordOutsideChanges();
  const versions = new Map(store.files().map((file) => [file, store.read(file).version]));
  let siteVersion = store.version();
  const timer = setInterval(() => windows.size && look(), 1_000);

  /** A file, or the whole folder, may be away for a moment while another program replaces it. */
  function look() {
    try {
      store.invalidate();
      const siteNow = store.version();
      if (siteNow === siteVersion) return;
      history.recordOutsideChanges();
      for (const file of store.files()) {
        const { version } = store.read(file);
        if (versions.get(file) !== version) broadcast({ type: "file", file, version });
        versions.set(file, version);
      }
      broadcast({ type: "site", version: siteNow });
      siteVersion = siteNow;
    } catch (error) {
      log("fault", { while: "looking for changes", ...describeError(error) });
    }
  }

  return {
    store,
    saving,
    history,
    pictures,
    treatments: createTreatments(store, history, now),
    launch: createLaunch(store, saving, environment, now),
    log,
    /** Tells the next editor that is started on this content where this one can be opened. */
    announce: (address: string) => writeWholeFile(addressFile, address, 0o600),
    publishing,
    savePicture: createPictureSaver(store, saving, pictures),
    saveLogo: createLogoSaver(store, saving, pictures),
    site: () => describeSite(store, history, publishing.describe()),
    /** Whether it would harm to end the editor although no window is open. */
    isBusy: publishing.isRunning,
    /** Tells an open window what happens; `end` closes it when the editor is. Returns how to stop. */
    listen(send: (event: EditorEvent) => unknown, end: () => void) {
      const opened = { send, end };
      windows.add(opened);
      return () => {
        windows.delete(opened);
        end();
      };
    },
    async close() {
      clearInterval(timer);
      publishing.stop();
      for (const { end } of windows) end();
      rmSync(addressFile, { force: true });
      unlock();
    },
  };
}
