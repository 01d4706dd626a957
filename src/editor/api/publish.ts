import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { currentRelease, siteFolder, withoutNotice } from "../../build/build-folder.ts";
import { readManifest } from "../../build/release-files.ts";
import { ContentError } from "../../content/content-problems.ts";
import { readMasters } from "../../content/pictures/pictures.ts";
import { sentenceOf } from "../../content/problem-sentences.ts";
import { endBeforeServer } from "../../files/memory-order.ts";
import { readFolders } from "../../settings/settings.ts";
import type { ContentStore } from "../forms/content-store.ts";
import type { ContentHistory } from "../history/history.ts";
import type { Problem } from "../vocabulary.ts";
import { type Outcome, readBack } from "./read-back.ts";

export interface PublishStatus {
  /** "live" once the site's own address has shown the new page. Null before the first publish. */
  state: "checking" | "building" | "live" | "not-live" | null;
  /** What is being done, or what was found and what to do about it. */
  title: string;
  message: string;
  endedAt: string | null;
  /** When the site was last published. */
  publishedAt: string | null;
  /** What is wrong in the content, if that is why it is not live. */
  problems: Problem[];
  /** Technical output, for the person who supports the owner. */
  details?: string;
  /** Why what was published is not committed, or has not left the machine. */
  notCommitted?: string;
}

export interface PublishSettings {
  /** A command that uploads the site to its host, or null when this machine serves it. */
  publishCommand: string | null;
  environment: Record<string, string | undefined>;
  /** Arguments for Node that build the site and replace the current build. */
  build?: string[];
  /** How long the site is asked for the new page, in milliseconds. */
  patience?: number;
}

interface PublisherParts extends PublishSettings {
  store: ContentStore;
  history: ContentHistory;
  now: () => Date;
  notify: (publishing: PublishStatus) => void;
  /** Commits what is published, which the command may push. Resolves with the reason if that was not possible. */
  commit: () => Promise<string | undefined>;
}

/** What stood in the way, for the owner and for the person who supports her. */
type Obstacle = Partial<Pick<PublishStatus, "problems" | "details">>;
type Result = Outcome & Obstacle;

const message = "Visitors see the old pages until the new ones are finished and checked. You can go on working.";
const checking = { state: "checking", title: "Checking the words", message } as const;
const building = { state: "building", title: "Making the new pages", message } as const;

const notStarted: PublishStatus = {
  state: null,
  title: "",
  message: "",
  problems: [],
  endedAt: null,
  publishedAt: null,
};

/** A host that was sent the pages may take minutes; a server beside the build looks once a second. */
const [patienceHere, patienceElsewhere] = [10_000, 180_000];

/**
 * Checks the content, builds the site aside, switches to it and reads it back, one run at a time. A failure before the
 * switch changes nothing.
 */
export function createPublisher(settings: PublisherParts) {
  const { store, history, publishCommand: command, environment, now, notify } = settings;
  const { build = ["--max-old-space-size=256", "--max-semi-space-size=4", "src/build/build.ts"] } = settings;
  const { patience = command ? patienceElsewhere : patienceHere } = settings;
  const { buildFolder } = readFolders(environment);
  let child: ChildProcess | undefined;
  let stopped = false;
  let running: Promise<void> | undefined;
  let state = notStarted;

  function describe(): PublishStatus {
    return { ...state, publishedAt: history.list().publishedAt[0] ?? null };
  }

  function update(next: Partial<PublishStatus>) {
    state = { ...state, ...next };
    notify(describe());
  }

  function start(): PublishStatus {
    if (running) return describe();
    stopped = false;
    state = { ...notStarted, ...checking };
    running = publish()
      .catch((error: unknown) => notLive("The pages could not be built.", { details: String(error) }))
      .then((result) => update({ ...result, endedAt: now().toISOString() }))
      .finally(() => {
        running = undefined;
        child = undefined;
      });
    notify(describe());
    return describe();
  }

  const notLive = (message: string, found: Obstacle = {}): Result => ({
    state: "not-live",
    title: "Not published. Your site is as it was.",
    message: stopped ? "Stopped by you." : message,
    ...found,
  });

  async function publish(): Promise<Result> {
    const count = history.count();
    const problems = [
      ...store.currentCheck().problems.filter(({ blocking }) => blocking),
      ...(await pictureProblems()),
    ];
    if (problems.length)
      return notLive("Each line leads to its field. Fix it there, then publish again.", { problems });
    if (stopped) return notLive("");
    update(building);
    const built = await run(process.execPath, build);
    const why = built.outOfMemory
      ? "The server has too little memory to build the pages. Your words are kept, and the site is as it was."
      : "The pages could not be built.";
    if (!built.ok) return notLive(why, { details: built.output });
    const notCommitted = await settings.commit();
    if (notCommitted) update({ notCommitted });
    if (command) {
      const handover = await run(command, [], true);
      if (!handover.ok) return notLive("Your host did not accept the pages.", { details: handover.output });
    }
    update({ title: "Checking that visitors see them", message: "The editor looks at your site." });
    const path = changedPage();
    const outcome = await readBack({
      siteUrl: store.siteUrl,
      path,
      built: builtFiles(path).map((file) => readFileSync(file, "utf8")),
      sent: command !== null,
      patience,
      release: readManifest(currentRelease(buildFolder))?.release,
      isStopped: () => stopped,
    });
    if (outcome.state === "live") history.recordPublished(now().toISOString(), count);
    return outcome;
  }

  /** Pictures that cannot be opened, or are too large for a build. */
  async function pictureProblems(): Promise<Problem[]> {
    try {
      await readMasters(store.folder);
      return [];
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      return error.problems.map((problem) => {
        const place = store.fieldPlace("images/images.yaml", problem.file.replace(/^.*\/|\.\w+$/g, ""));
        return { ...place, kind: "mistake", message: sentenceOf(problem, "The picture "), blocking: true };
      });
    }
  }

  /** The page of the newest change that visitors have not seen, as it shows most surely whether they see it. */
  function changedPage(): string {
    const waiting = history.list().changes.filter(({ published }) => !published);
    return waiting.flatMap(({ address }) => address ?? []).find((path) => builtFiles(path).length) ?? "/";
  }

  /** The page as it was built; while there is a notice, both with it and without. */
  const builtFiles = (path: string) =>
    [siteFolder(buildFolder), join(currentRelease(buildFolder), withoutNotice)]
      .map((folder) => join(folder, path === "/" ? "index.html" : `${path}.html`))
      .filter((file) => existsSync(file));

  /** Runs a program and returns the end of its output, for the person who supports the owner. */
  async function run(program: string, args: string[], shell = false) {
    const env = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "131072", ...environment };
    child = spawn(program, args, { shell, env, stdio: ["ignore", "pipe", "pipe", shell ? "ignore" : "ipc"] });
    endBeforeServer(child, "first");
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-20_000);
      });
    const [code, signal] = await once(child, "close");
    // The kernel ends a process with SIGKILL, and Node ends itself when its heap is full.
    const outOfMemory = !stopped && (signal === "SIGKILL" || /heap out of memory|Cannot allocate/.test(output));
    return { ok: code === 0 && !stopped, outOfMemory, output };
  }

  return {
    describe,
    start,
    stop(): PublishStatus {
      stopped = running !== undefined;
      child?.kill();
      return describe();
    },
    isRunning: () => running !== undefined,
    /** Resolves when no run is in progress. Tests wait for it. */
    whenIdle: () => running ?? Promise.resolve(),
  };
}
