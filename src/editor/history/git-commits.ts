import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import type { Change } from "../api/api-types.ts";

const run = promisify(execFile);

/**
 * Where the content stands in a repository, each save is a commit of that file alone, in her words. What somebody else
 * has staged or left half done stays as it is; where git refuses for any reason, the kept copies are enough.
 */
export function createCommits(folder: string) {
  const git = async (...args: string[]) => {
    const env = { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_EDITOR: "true" };
    return (
      await run("git", ["-C", resolve(folder), ...args], { env, timeout: 20_000, encoding: "buffer", maxBuffer: 64e6 })
    ).stdout;
  };
  let queue: Promise<unknown> = Promise.resolve();

  async function commit(
    { title, label, words, before, after }: Change,
    files: { file: string; before: Uint8Array | null }[],
  ) {
    // A branch to commit to, and somebody who commits.
    await git("symbolic-ref", "--quiet", "HEAD");
    await git("var", "GIT_COMMITTER_IDENT");
    if (!(await git("config", "user.email")).length) return;
    for (const { file, before: bytes } of files) {
      const tracked = await git("show", `HEAD:./${file}`).catch(() => null);
      // Lines that somebody changed by hand before are theirs to commit.
      if (Boolean(tracked) !== Boolean(bytes) || (tracked && bytes && !tracked.equals(bytes))) return;
    }
    const names = files.map(({ file }) => file);
    const summary = words ?? `${label}, ${before} became ${after}`;
    const subject = `${title}: ${summary}`.replace(/\s+/g, " ");
    await git("add", "--intent-to-add", "--", ...names).catch(() => {});
    await git(
      "commit",
      "--quiet",
      "--only",
      "-m",
      subject.length > 200 ? `${subject.slice(0, 199)}…` : subject,
      "--",
      ...names,
    );
  }

  return {
    /** One after the other, and never in the way of an answer. */
    add(change: Change, files: { file: string; before: Uint8Array | null }[]) {
      queue = queue.then(() => commit(change, files)).catch(() => {});
    },
    whenIdle: () => queue,
  };
}
