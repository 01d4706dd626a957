import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { endBeforeServer } from "../files/memory-order.ts";
import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";
import type { Variables } from "../settings/variables.ts";

/** What the editor's process is told when it is started. */
export interface EditorStartSettings {
  socket: string;
  address: string;
  idleAfter: number;
}

/** What it says once, after that. */
export type EditorStart = "listening" | { failed: string; inUse?: string | undefined };

/** The editor cannot be opened. The message is for the owner; `address` is where another one is open. */
export class EditorUnavailable extends Error {
  readonly address: string | undefined;
  constructor({ failed, inUse }: Exclude<EditorStart, "listening">) {
    super(failed);
    this.address = inUse;
  }
}

interface EditorProcessSettings {
  /** Where a browser opens the editor, for a person who starts a second one on the same content. */
  address: string;
  environment: Variables;
  log: Log;
  /** Milliseconds without a window after which the editor ends, if not a quarter of an hour. */
  idleAfter?: number;
}

export type EditorProcess = ReturnType<typeof createEditorProcess>;

const entry = fileURLToPath(new URL("../editor/main.ts", import.meta.url));
const timeToClose = 3_000;

/**
 * The owner's editor in a process of its own, started when it is asked for and again after it has ended. Decoders,
 * builds and whatever memory they take are behind this wall: the pages and the form are served on.
 */
export function createEditorProcess({ address, environment, log, idleAfter = 15 * 60_000 }: EditorProcessSettings) {
  let child: ChildProcess | undefined;
  /** Where it answers, from the moment it is started until it has ended. */
  let socket: Promise<string> | undefined;
  /** Two editors exclude each other, so the next one waits until the last has ended. */
  let ended: Promise<unknown> = Promise.resolve();

  async function launch(): Promise<string> {
    await ended;
    const path = newSocket();
    // React's production build renders the preview several times as fast.
    const env = { NODE_ENV: "production", ...environment };
    const own = spawn(process.execPath, [entry], { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    child = own;
    endBeforeServer(own, "second");
    // Not as arguments: every user of the machine can read those, and the address may hold a key.
    const settings: EditorStartSettings = { socket: path, address, idleAfter };
    own.send(settings, () => {});
    const gone = once(own, "exit").then(
      ([code, signal]) => {
        if (code !== 0) log("editor ended", signal ? { signal } : { code });
      },
      (error) => log("fault", { while: "starting the editor", ...describeError(error) }),
    );
    ended = gone.then(() => {
      if (child === own) forget();
      if (process.platform !== "win32") rmSync(dirname(path), { recursive: true, force: true });
    });
    const said = await Promise.race([once(own, "message").then(([message]) => message as EditorStart), gone]);
    if (said === "listening") return path;
    throw new EditorUnavailable(said ?? endedAtOnce);
  }

  function forget() {
    child = undefined;
    socket = undefined;
  }

  return {
    /** The socket on which the editor answers, once it does. Rejects with EditorUnavailable. */
    open(): Promise<string> {
      socket ??= launch();
      return socket;
    },
    /** Gives up a process that takes no connections any more. The next call of `open` starts another. */
    abandon() {
      child?.kill();
      forget();
    },
    /** Lets it finish what it writes, and ends it within three seconds. */
    async stop() {
      const own = child;
      if (!own) return;
      if (own.connected) own.disconnect();
      const timer = setTimeout(() => own.kill("SIGKILL"), timeToClose);
      await ended;
      clearTimeout(timer);
    },
  };
}

const endedAtOnce = { failed: "The editor ended while it was starting. The server's log says why. Try again." };

/** Only this user can reach it: the folder is readable by its owner alone. */
const newSocket = () =>
  process.platform === "win32"
    ? `\\\\.\\pipe\\editor-${randomUUID()}`
    : join(mkdtempSync(join(tmpdir(), "editor-")), "socket");
