import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { currentRelease, siteFolder } from "../../build/build-folder.ts";
import { readManifest } from "../../build/release-files.ts";
import { ContentError } from "../../content/content-problems.ts";
import { listPages } from "../../content/page-list.ts";
import { readMasters } from "../../content/pictures/pictures.ts";
import { endBeforeServer } from "../../files/memory-order.ts";
import { readFolders } from "../../settings/settings.ts";
import type { ContentStore } from "../forms/content-store.ts";
import type { openHistory } from "../history/history.ts";
import type { Problem, PublishStatus } from "./api-types.ts";
import { readBack } from "./read-back.ts";

type Step = PublishStatus["steps"][number];

interface PublishSettings {
  store: ContentStore;
  history: Pick<ReturnType<typeof openHistory>, "list" | "recordPublished" | "count">;
  /** A command that uploads the site to its host, or null when this machine serves it. */
  command: string | null;
  environment: Record<string, string | undefined>;
  now: () => Date;
  notify: (publishing: PublishStatus) => void;
  /** Commits what is published, which the command may push. Resolves with the reason if that was not possible. */
  commit?: () => Promise<string | undefined>;
  /** Arguments for Node that build the site and replace the current build. */
  build?: string[];
  /** How long the site is asked for the new page, in milliseconds. */
  patience?: number;
}

interface RunResult {
  ok: boolean;
  output: string;
  outOfMemory?: boolean;
}

const outOfMemory =
  "The server has too little memory to build the pages. Your words are kept, and the site is as it was.";

/** What will be checked, for the owner who reads it before she publishes. */
const steps: Step[] = [
  { name: "Words", detail: "No forbidden claims", state: "next" },
  { name: "Links", detail: "Every link works", state: "next" },
  { name: "Pictures", detail: "Described, and not too large", state: "next" },
  { name: "Pages", detail: "Prepared separately", state: "next" },
  { name: "Live", detail: "Looked at on your site, as a visitor would", state: "next" },
];

const notStarted: PublishStatus = {
  state: "none",
  steps,
  problems: [],
  startedAt: null,
  endedAt: null,
  publishedAt: null,
};

/** A host that was sent the pages may take minutes; a server beside the build looks once a second. */
const [patienceHere, patienceElsewhere] = [10_000, 180_000];

/**
 * Checks the content, builds the site aside, switches to it and reads it back, one run at a time. A failure before the
 * switch changes nothing.
 */
export function createPublisher(settings: PublishSettings) {
  const { store, history, command, environment, now, notify } = settings;
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

  const setStep = (name: Step["name"], detail: string, stepState: Step["state"]) =>
    update({ steps: state.steps.map((one) => (one.name === name ? { name, detail, state: stepState } : one)) });

  function start(): PublishStatus {
    if (running) return describe();
    stopped = false;
    const unread = steps.map((step) => ({ ...step, detail: "" }));
    state = { ...notStarted, state: "checking", startedAt: now().toISOString(), steps: unread };
    running = publish()
      .catch((error: unknown) => fail("Pages", "The pages could not be built.", [], String(error)))
      .finally(() => {
        running = undefined;
        child = undefined;
      });
    notify(describe());
    return describe();
  }

  const fail = (stepName: Step["name"], detail: string, problems: Problem[], details?: string) => {
    setStep(stepName, detail, "stopped");
    const ended = { state: stopped ? "stopped" : "failed", endedAt: now().toISOString() } as const;
    update({ ...ended, problems, ...(details && { details }) });
  };

  async function publish() {
    const count = history.count();
    setStep("Words", "", "working");
    const blocking = store.currentCheck().problems.filter((one) => one.blocking);
    const brokenLinks = blocking.filter(({ message }) => /^There is no page/.test(message));
    if (blocking.length > brokenLinks.length) return fail("Words", `${blocking.length} to fix`, blocking);
    setStep("Words", "No forbidden claims", "done");
    if (brokenLinks.length) return fail("Links", `${brokenLinks.length} to fix`, brokenLinks);
    setStep("Links", "Every link works", "done");
    setStep("Pictures", "", "working");
    try {
      const masters = await readMasters(store.folder);
      setStep("Pictures", `${masters.length} checked`, "done");
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      const problems = error.problems.map(({ file, message }): Problem => {
        const name = file.replace(/^.*\/|\.\w+$/g, "");
        const place = { file: "images/images.yaml", title: "Pictures", path: name, label: name };
        return { ...place, kind: "mistake", message: `The picture ${message}`, blocking: true };
      });
      return fail("Pictures", problems[0]?.message ?? "", problems);
    }
    if (stopped) return fail("Pages", "Not built", []);
    update({ state: "building" });
    setStep("Pages", "", "working");
    const built = await run(process.execPath, build);
    if (built.outOfMemory) return fail("Pages", outOfMemory, [], built.output);
    const refusal = stopped ? "Stopped. The site is as it was." : "The pages could not be built.";
    if (!built.ok) return fail("Pages", refusal, [], built.output);
    const content = store.validContent();
    setStep("Pages", content ? `${listPages(content).length} built` : "Built", "done");
    const notCommitted = await settings.commit?.();
    if (notCommitted) update({ notCommitted });
    if (command) {
      const handover = await run(command, [], true);
      if (!handover.ok) return fail("Pages", "Your host did not accept the pages.", [], handover.output);
    }
    update({ state: "asking" });
    setStep("Live", `Asking ${new URL(store.siteUrl).host}`, "working");
    const path = changedPage();
    const { live, ...outcome } = await readBack({
      siteUrl: store.siteUrl,
      path,
      built: readBuilt(path),
      sent: command !== null,
      patience,
      release: readManifest(currentRelease(buildFolder))?.release,
      isStopped: () => stopped,
    });
    setStep("Live", live ? "Your site shows them" : "Not yet", live ? "done" : "stopped");
    const at = now().toISOString();
    if (live) history.recordPublished(at, count);
    update({ state: live ? "live" : "built", endedAt: at, outcome });
  }

  /** The page of the newest change that visitors have not seen, as it shows most surely whether they see it. */
  function changedPage(): string {
    const addresses = history
      .list()
      .changes.flatMap(({ published, address }) => (published || !address ? [] : [address]));
    return addresses.map((address) => address.replace(/[?#].*$/, "")).find(isBuilt) ?? "/";
  }

  const builtFile = (path: string) => join(siteFolder(buildFolder), path === "/" ? "index.html" : `${path}.html`);
  const isBuilt = (path: string) => existsSync(builtFile(path));
  const readBuilt = (path: string) => (isBuilt(path) ? readFileSync(builtFile(path), "utf8") : "");

  /** Runs a program and returns the end of its output, for the person who supports the owner. */
  function run(program: string, args: string[], shell = false): Promise<RunResult> {
    return new Promise((resolve) => {
      const env = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "131072", ...environment };
      child = spawn(program, args, { shell, env, stdio: ["ignore", "pipe", "pipe", shell ? "ignore" : "ipc"] });
      endBeforeServer(child, "first");
      let output = "";
      const collect = (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-20_000);
      };
      child.stdout?.on("data", collect);
      child.stderr?.on("data", collect);
      child.once("error", (error) => resolve({ ok: false, output: error.message }));
      child.once("close", (code, signal) => {
        // The kernel ends a process with SIGKILL, and Node ends itself when its heap is full.
        const outOfMemory = !stopped && (signal === "SIGKILL" || /heap out of memory|Cannot allocate/.test(output));
        resolve({ ok: code === 0 && !stopped, outOfMemory, output });
      });
    });
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
