import { type ChildProcess, spawn } from "node:child_process";
import { ContentError } from "../studio/mistakes.ts";
import { readMasters } from "../studio/pictures.ts";
import type { ContentRoom } from "./content-room.ts";
import type { openHistory } from "./history.ts";
import type { Problem, Publishing } from "./shapes.ts";

type Step = Publishing["steps"][number];

interface PublishSettings {
  room: ContentRoom;
  history: Pick<ReturnType<typeof openHistory>, "list" | "published" | "count">;
  /** A command of the host, if the site is not served from here. */
  command: string | null;
  environment: Record<string, string | undefined>;
  now: () => Date;
  tell: (publishing: Publishing) => void;
  /** Program and arguments that build the site aside and exchange it. */
  build?: string[];
}

/** Checks, builds aside, exchanges: one at a time, while she goes on working. Nothing that fails touches the site. */
export function createPublishing({
  room,
  history,
  command,
  environment,
  now,
  tell,
  build = ["pipeline/build.ts"],
}: PublishSettings) {
  let child: ChildProcess | undefined;
  let stopped = false;
  let running: Promise<void> | undefined;
  let state: Publishing = fresh();

  function fresh(): Publishing {
    return {
      state: "none",
      how: command ? "command" : "here",
      steps: [],
      startedAt: null,
      endedAt: null,
      publishedAt: null,
      problems: [],
    };
  }

  function describe(): Publishing {
    const wrong = room.now().problems.filter(({ stops }) => stops).length;
    const { waits: _, ...rest } = state;
    return {
      ...rest,
      publishedAt: history.list().publishedAt[0] ?? null,
      ...(wrong && { waits: `Publish waits: ${wrong} to mend` }),
    };
  }

  function set(next: Partial<Publishing>) {
    state = { ...state, ...next };
    tell(describe());
  }

  const step = (name: Step["name"], words: string, is: Step["state"]) =>
    set({ steps: state.steps.map((one) => (one.name === name ? { name, words, state: is } : one)) });

  function begin(): Publishing {
    if (running) return describe();
    stopped = false;
    const names: Step["name"][] = ["Words", "Links", "Pictures", "Pages"];
    state = {
      ...fresh(),
      state: "checking",
      startedAt: now().toISOString(),
      steps: names.map((name) => ({ name, words: "", state: "next" })),
    };
    running = work()
      .catch((error: unknown) => fail("Pages", "It could not be made.", [], String(error)))
      .finally(() => {
        running = undefined;
        child = undefined;
      });
    tell(describe());
    return describe();
  }

  const fail = (at: Step["name"], words: string, problems: Problem[], details?: string) => {
    step(at, words, "stopped");
    set({ state: stopped ? "stopped" : "failed", endedAt: now().toISOString(), problems, ...(details && { details }) });
  };

  async function work() {
    const count = history.count();
    step("Words", "", "working");
    const stops = room.now().problems.filter((one) => one.stops);
    const broken = stops.filter(({ words }) => /^No page answers/.test(words));
    if (stops.length > broken.length) return fail("Words", `${stops.length} to mend`, stops);
    step("Words", "Nothing that may not be said", "done");
    if (broken.length) return fail("Links", `${broken.length} to mend`, broken);
    step("Links", "Every one leads somewhere", "done");
    step("Pictures", "", "working");
    try {
      const masters = await readMasters(room.folder);
      step("Pictures", `${masters.length} checked`, "done");
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      const problems = error.mistakes.map(({ file, message }): Problem => {
        const name = file.replace(/^.*\/|\.\w+$/g, "");
        return {
          file: "images/images.yaml",
          title: "Pictures",
          path: name,
          label: name,
          kind: "mistake",
          words: `The picture ${message}`,
          stops: true,
        };
      });
      return fail("Pictures", problems[0]?.words ?? "", problems);
    }
    if (stopped) return fail("Pages", "Not made", []);
    set({ state: "making" });
    step("Pages", "", "working");
    const made = await run(process.execPath, build);
    if (!made.well)
      return fail("Pages", stopped ? "Stopped. Nothing was exchanged." : "They could not be made.", [], made.said);
    const pages = room.good();
    step("Pages", pages ? `${pages.treatments.size + 8} made` : "Made", "done");
    if (command) {
      const handed = await run(command, [], true);
      if (!handed.well) return fail("Pages", "Your host did not take them.", [], handed.said);
    }
    const at = now().toISOString();
    history.published(at, count);
    set({ state: command ? "handed-over" : "live", endedAt: at });
  }

  /** What a program said, kept for the person who helps her. */
  function run(program: string, args: string[], shell = false): Promise<{ well: boolean; said: string }> {
    return new Promise((resolve) => {
      const env = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "131072", ...environment };
      child = spawn(program, args, { shell, env, stdio: ["ignore", "pipe", "pipe"] });
      let said = "";
      const hear = (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-20_000);
      };
      child.stdout?.on("data", hear);
      child.stderr?.on("data", hear);
      child.once("error", (error) => resolve({ well: false, said: error.message }));
      child.once("close", (code) => resolve({ well: code === 0 && !stopped, said }));
    });
  }

  return {
    describe,
    begin,
    stop(): Publishing {
      stopped = running !== undefined;
      child?.kill();
      return describe();
    },
    /** For who ends the editor, and for tests. */
    settled: () => running ?? Promise.resolve(),
  };
}
