import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import type { Change } from "../vocabulary.ts";

const run = promisify(execFile);
const day = 24 * 60 * 60_000;

/**
 * Commits what the editor saved, when the content is in a repository: once at each publish. Work of others, in files that
 * the editor did not write last, stays as it is.
 */
export function createCommits(folder: string, isOwnWork: (file: string) => boolean, now: () => Date) {
  const git = async (...args: string[]) => {
    const env = { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_EDITOR: "true" };
    const options = { env, timeout: 20_000, encoding: "utf8", maxBuffer: 64e6 } as const;
    return (await run("git", ["-C", resolve(folder), ...args], options)).stdout;
  };
  const list = async (...args: string[]) => (await git(...args, "-z", "--", ".")).split("\0").filter(Boolean);

  const isRepository = () =>
    git("rev-parse", "--is-inside-work-tree").then(
      (inside) => inside.trim() === "true",
      () => false,
    );

  async function commitOwn(files: string[], message: string) {
    await git("symbolic-ref", "--quiet", "HEAD").catch(() => {
      throw new Error("The repository is on no branch: a rebase or a checkout in it was not finished.");
    });
    await git("add", "--intent-to-add", "--", ...files);
    await git("commit", "--quiet", "--only", "-m", message, "--", ...files);
  }

  /** When the oldest commit was made that is not on the host of the repository; null without such a host. */
  async function waitingSince(): Promise<number | null> {
    const times = await git("log", "@{upstream}..HEAD", "--format=%ct", "--", ".").catch(() => "");
    const oldest = times.trim().split("\n").at(-1);
    return oldest ? Number(oldest) * 1000 : null;
  }

  /** Returns why her words are not in git, or have not left this machine; undefined when they are, or need not be. */
  return async function commit(changes: Change[]): Promise<string | undefined> {
    if (!(await isRepository())) return undefined;
    try {
      const changed = [
        ...(await list("diff", "--name-only", "--relative", "HEAD")),
        ...(await list("ls-files", "--others", "--exclude-standard")),
      ];
      const own = changed.filter(isOwnWork);
      if (own.length) await commitOwn(own, describe(changes, own));
      const others = changed.filter((file) => !own.includes(file));
      if (others.length)
        return `Another program changed ${others.join(", ")}. Those changes are published, and left for it to commit.`;
      const since = await waitingSince();
      if (since !== null && now().getTime() - since > day)
        return `What was saved since ${new Date(since).toISOString().slice(0, 10)} has not been pushed and is on this machine alone.`;
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  };
}

/** The first line names the change or their number, and each has a line of its own. */
function describe(changes: Change[], files: string[]): string {
  const committed = changes.filter(({ file }) => files.includes(file));
  const lines = committed.map(({ title, label, words, before, after }) =>
    `${title}: ${words ?? `${label}, ${before} became ${after}`}`.replace(/\s+/g, " ").slice(0, 200),
  );
  const [only = ""] = lines;
  if (lines.length === 1) return only;
  return `${lines.length || "Earlier"} changes made in the editor\n\n${lines.map((line) => `- ${line}`).join("\n")}`;
}

/** The beginning of what git or a hook of the repository wrote. */
function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message?: string };
  return (stderr?.trim() || message || "")
    .replace(/\s+/g, " ")
    .slice(0, 300)
    .replace(/[^.!?]$/, "$&.");
}
