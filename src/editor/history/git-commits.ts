import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import type { Change } from "../api/api-types.ts";

const run = promisify(execFile);

/**
 * When the content is in a repository, each save becomes a commit of its files alone. Staged and uncommitted work of
 * others is left as it is. A commit that fails is reported once for each reason; the history has its own copies.
 */
export function createCommits(folder: string, onFailure: (reason: string) => void) {
  const git = async (...args: string[]) => {
    const env = { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_EDITOR: "true" };
    const options = { env, timeout: 20_000, encoding: "buffer", maxBuffer: 64e6 } as const;
    return (await run("git", ["-C", resolve(folder), ...args], options)).stdout;
  };
  let queue: Promise<unknown> = Promise.resolve();

  let reported = "";

  /** Whether git would commit here at all: it needs a repository, a branch and somebody who commits. */
  const canCommit = () =>
    Promise.all([
      git("symbolic-ref", "--quiet", "HEAD"),
      git("var", "GIT_COMMITTER_IDENT"),
      git("config", "user.email"),
    ]).then(
      () => true,
      () => false,
    );

  async function commit(
    { title, label, words, before, after }: Change,
    files: { file: string; before: Uint8Array | null }[],
  ) {
    if (!(await canCommit())) return;
    for (const { file, before: bytes } of files) {
      const tracked = await git("show", `HEAD:./${file}`).catch(() => null);
      // The file had uncommitted changes before this save, and those are for their author to commit.
      if (Boolean(tracked) !== Boolean(bytes) || (tracked && bytes && !tracked.equals(bytes))) return;
    }
    const names = files.map(({ file }) => file);
    const summary = words ?? `${label}, ${before} became ${after}`;
    const subject = `${title}: ${summary}`.replace(/\s+/g, " ");
    await git("add", "--intent-to-add", "--", ...names).catch(() => {});
    const short = subject.length > 200 ? `${subject.slice(0, 199)}…` : subject;
    await git("commit", "--quiet", "--only", "-m", short, "--", ...names);
    reported = "";
  }

  function report(error: unknown) {
    const reason = reasonOf(error);
    if (reason !== reported) onFailure(reason);
    reported = reason;
  }

  return {
    /** Queues the commit, so that a save does not wait for git. */
    add(change: Change, files: { file: string; before: Uint8Array | null }[]) {
      queue = queue.then(() => commit(change, files)).catch(report);
    },
    whenIdle: () => queue,
  };
}

/** The first line that git or a hook of the repository wrote. */
function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: Buffer; message?: string };
  const [line = ""] = (stderr?.toString().trim() || message || "").split("\n");
  return line.slice(0, 300).replace(/[^.!?]$/, "$&.");
}
