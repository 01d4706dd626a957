import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { renameOver } from "../files/write-files.ts";
import { listFiles } from "./release-files.ts";

const hour = 60 * 60_000;
const windows = process.platform === "win32";
/** On Windows another program may hold a file for a moment. */
const maxRetries = 5;

/** Makes a new folder for each build. Nothing reads it until it is published. */
export function openRelease(folder: string) {
  const id = `${new Date().toISOString().replace(/\D/g, "")}-${process.pid}`;
  const nextFolder = join(folder, `next-${id}`);
  mkdirSync(nextFolder, { recursive: true });
  return {
    folder: nextFolder,
    discard: () => rmSync(nextFolder, { recursive: true, force: true, maxRetries }),
    publish() {
      const link = join(folder, "current");
      const previous = existsSync(link) ? realpathSync(link) : undefined;
      if (previous) keepAssets(previous, nextFolder);
      renameOver(nextFolder, join(folder, `release-${id}`));
      switchLink(folder, `release-${id}`, link);
      prune(folder, [`release-${id}`, previous ?? ""]);
    },
  };
}

/**
 * A page that was loaded before a release still requests its scripts and pictures afterwards, so releases keep them
 * for a day. A hard link preserves the time at which a file was written.
 */
function keepAssets(previous: string, next: string) {
  const oldest = statSync(previous).mtimeMs - 24 * hour;
  const hashed = listFiles(join(previous, "client")).filter((file) => /^(assets|pictures)\//.test(file));
  for (const file of hashed) {
    const [from, to] = [join(previous, "client", file), join(next, "client", file)];
    if (existsSync(to) || statSync(from).mtimeMs < oldest) continue;
    mkdirSync(dirname(to), { recursive: true });
    try {
      linkSync(from, to);
    } catch {
      copyFileSync(from, to);
    }
  }
}

/** A rename is atomic: a file opened through the link belongs either to the old release or to the new one. */
function switchLink(folder: string, release: string, link: string) {
  const newLink = join(folder, `current-${process.pid}`);
  rmSync(newLink, { force: true });
  // On Windows every user may make a junction, but it needs an absolute path and cannot be replaced by a rename.
  symlinkSync(windows ? resolve(folder, release) : release, newLink, "junction");
  if (windows) rmSync(link, { force: true });
  renameOver(newLink, link);
}

/** The previous release is kept for requests in progress. A build is considered abandoned by its age. */
function prune(folder: string, keptPaths: string[]) {
  const names = keptPaths.map((path) => path.split(/[/\\]/).at(-1));
  for (const name of readdirSync(folder)) {
    const old = name.startsWith("release-") && !names.includes(name);
    const abandoned = name.startsWith("next-") && Date.now() - statSync(join(folder, name)).mtimeMs > hour;
    if (old || abandoned) rmSync(join(folder, name), { recursive: true, force: true, maxRetries });
  }
}
