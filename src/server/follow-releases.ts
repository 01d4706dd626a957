import { existsSync, readdirSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { currentRelease } from "../build/build-folder.ts";
import { codeFingerprint } from "../build/fingerprint.ts";
import { manifestFile, readManifest } from "../build/release-files.ts";
import { errorMessage } from "../log/errors.ts";
import type { Log } from "../log/log.ts";
import { openPages, type SitePages } from "./serve-pages.ts";

interface FollowSettings {
  siteUrl?: string | null;
  log?: Log;
  /** Milliseconds between two looks at the build folder; 0 to look only when asked. */
  interval?: number;
  code?: string;
}

/** A release that was refused may still be being copied. It is read again after so many looks. */
const looksBetween = 10;

/**
 * Serves the current release, and the next one as soon as it is whole, without a restart. It looks once a second, which
 * costs one stat and works on every disk; watching does not.
 */
export async function followReleases(
  buildFolder: string,
  { siteUrl = null, log = () => {}, interval = 1_000, code = codeFingerprint() }: FollowSettings = {},
): Promise<SitePages & { look(): Promise<void> }> {
  const link = currentRelease(buildFolder);
  const open = (folder: string, served?: SitePages) => openPages(join(folder, "client"), { siteUrl, served });
  let seen = await versionOf(link);
  /** The newest release, and how often it has been found not to be served. */
  const refusal = { version: "", looks: 0 };
  let refused: string | undefined;
  const first = await openFirst();
  let { studio } = first;
  const pages = {
    ...first,
    // Desk and emails keep this object for good, and read from it what the release that is served now says.
    studio: studio && new Proxy(studio, { get: (_, key) => Reflect.get(studio ?? {}, key) }),
    get refused() {
      return refused;
    },
    look,
  };
  const lookLater = () => setTimeout(() => look().finally(lookLater), interval).unref();
  if (interval) lookLater();
  return pages;

  /** When the current release is broken, an older one that is whole is better than no site. */
  async function openFirst(): Promise<SitePages> {
    const folder = await realpath(link).catch(() => link);
    try {
      return await open(folder);
    } catch (error) {
      for (const name of olderReleases(buildFolder)) {
        const older = await open(join(buildFolder, name)).catch(() => undefined);
        if (older) {
          refuse(errorMessage(error));
          seen = undefined;
          return older;
        }
      }
      if ((readManifest(folder)?.code ?? code) === code) throw error;
      const reason = errorMessage(error);
      throw new Error(`The pages were built by other code and cannot be read (${reason}). Run: npm run build`);
    }
  }

  function refuse(reason: string) {
    if (reason !== refused) log("release refused", { reason });
    refused = reason;
  }

  /** The release that is current now, if it may take the place of the one that is served. */
  async function openNext(): Promise<SitePages> {
    const next = await open(await realpath(link), pages);
    const { made, addressProblem } = next.notes;
    if (!made) throw new Error(`it has no ${manifestFile}`);
    if (made.code !== code) throw new Error("it was built by other code than the server runs. Restart the server");
    if (addressProblem && !pages.notes.addressProblem) throw new Error(addressProblem);
    log("release", { name: made.release });
    return next;
  }

  async function look() {
    const version = await versionOf(link);
    if (version === undefined || version === seen) return;
    if (version !== refusal.version) Object.assign(refusal, { version, looks: 0 });
    else if (++refusal.looks % looksBetween > 0) return;
    try {
      const { notes, handle, ...next } = await openNext();
      Object.assign(pages, { notes, handle });
      studio = next.studio;
      seen = version;
      refused = undefined;
    } catch (error) {
      refuse(errorMessage(error));
    }
  }
}

/** Changes with every release, whether a link was switched or a folder replaced. */
async function versionOf(link: string): Promise<string | undefined> {
  const found = await stat(join(link, manifestFile)).catch(() => undefined);
  return found && `${found.dev} ${found.ino} ${found.mtimeMs}`;
}

function olderReleases(buildFolder: string): string[] {
  if (!existsSync(buildFolder)) return [];
  const releases = readdirSync(buildFolder).filter((name) => name.startsWith("release-"));
  return releases.sort().reverse();
}
