import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { listFiles } from "./list-files.ts";

const hour = 60 * 60_000;
const windows = process.platform === "win32";

/** A folder of its own for each build. Nobody looks into it until it is published. */
export function openRelease(folder: string) {
  const id = `${new Date().toISOString().replace(/\D/g, "")}-${process.pid}`;
  const draftFolder = join(folder, `next-${id}`);
  mkdirSync(draftFolder, { recursive: true });
  return {
    folder: draftFolder,
    discard: () => rmSync(draftFolder, { recursive: true, force: true }),
    publish() {
      const link = join(folder, "current");
      const previous = existsSync(link) ? realpathSync(link) : undefined;
      if (previous) keepAssets(previous, draftFolder);
      renameSync(draftFolder, join(folder, `release-${id}`));
      switchLink(folder, `release-${id}`, link);
      prune(folder, [`release-${id}`, previous ?? ""]);
    },
  };
}

/**
 * A page that was fetched before the exchange asks for its scripts and pictures after it. They are carried on for a
 * day of builds; a link keeps the time at which a file was written.
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

/** A rename is one step: whoever opens a file through the link finds the old release or the new one, whole. */
function switchLink(folder: string, release: string, link: string) {
  const newLink = join(folder, `current-${process.pid}`);
  rmSync(newLink, { force: true });
  // Windows lets anyone make a junction, which needs the whole path, and renames nothing onto it.
  symlinkSync(windows ? resolve(folder, release) : release, newLink, "junction");
  if (windows) rmSync(link, { force: true });
  renameSync(newLink, link);
}

/** The release before stays for whoever is reading it. An abandoned build is told from a running one by its age. */
function prune(folder: string, keptPaths: string[]) {
  const names = keptPaths.map((path) => path.split(/[/\\]/).at(-1));
  for (const name of readdirSync(folder)) {
    const old = name.startsWith("release-") && !names.includes(name);
    const abandoned = name.startsWith("next-") && Date.now() - statSync(join(folder, name)).mtimeMs > hour;
    if (old || abandoned) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
