import { readFile, statfs } from "node:fs/promises";
import type { Desk } from "../desk/desk.tsx";
import { readCookie } from "../desk/request-checks.ts";
import { createSignIn } from "../desk/sign-in.ts";
import { editorFolder, notCommittedFile } from "../files/editor-folder.ts";
import type { Log } from "../log/log.ts";
import { createDeskLinks } from "../requests/desk-links.ts";
import type { Mailer } from "../requests/mail/mailer.ts";
import type { Store } from "../requests/store/store.ts";
import { readStatus } from "../requests/system-status.ts";
import type { Settings } from "../settings/settings.ts";
import { isPublic } from "../settings/site-address.ts";
import { isMailUnset } from "./backend.ts";
import { mailFolder } from "./data-paths.ts";
import { deleteEmails } from "./folder-mailer.ts";
import type { SitePages } from "./pages.ts";

type OwnerSettings = {
  settings: Settings;
  pages: Pick<SitePages, "hidden" | "studio" | "createDesk" | "countsVisits">;
  store: Store;
  mailer: Mailer;
  now: () => number;
  log: Log;
  wake: () => void;
  /** The address of a desk that only this machine can reach, in place of SITE_URL. */
  loopbackUrl?: string;
};

/** Everything for the owner: the links in her emails, her desk, and the system status. */
export function createOwnerServices({ settings, pages, store, mailer, now, log, wake, loopbackUrl }: OwnerSettings) {
  const { siteUrl, dataDir, databaseUrl, timeZone, deskEpoch, deskOn, editOn } = settings;
  const { studio, createDesk } = pages;
  const isPublicSite = siteUrl !== null && isPublic(siteUrl);
  const deleteCopies = (ids: string[]) => deleteEmails(mailFolder(dataDir), ids);
  const systemStatus = () =>
    readStatus({
      store,
      now,
      mailUnset: isMailUnset(settings),
      hidden: isPublicSite ? (pages.hidden ?? null) : null,
      backupExpected: isPublicSite && databaseUrl === null,
      backupElsewhere: databaseUrl !== null,
      freeSpace: () => (databaseUrl ? Promise.resolve(null) : freeSpace(dataDir)),
      // The editor's process leaves word in this file, and removes it.
      notCommitted: () =>
        readFile(notCommittedFile(editorFolder(dataDir, settings.contentFolder)), "utf8").catch(() => null),
    });
  const deskUrl = loopbackUrl ?? (deskOn ? siteUrl : null);
  const deskLinks = deskUrl ? createDeskLinks({ store, siteUrl: deskUrl, deskEpoch }) : null;
  const desk: Promise<Desk> | null =
    deskLinks && studio && createDesk
      ? createDesk({
          store,
          links: deskLinks,
          studio,
          mailer,
          systemStatus,
          timeZone,
          deskEpoch,
          siteUrl: deskUrl,
          now,
          log,
          deleteCopies,
          wake,
          countsVisits: () => pages.countsVisits === true,
          editorUrl: editOn && loopbackUrl === undefined ? "/edit/" : null,
          loopback: loopbackUrl !== undefined,
        })
      : null;
  const signIn =
    deskLinks && studio ? createSignIn({ store, links: deskLinks, mailer, studio, deskEpoch, now, log }) : null;

  /** The mark of the desk's session that a request belongs to, for the editor; null without a session. */
  async function markOf(request: Pick<Request, "headers">): Promise<string | null> {
    const secret = readCookie(request);
    if (!secret || !(await signIn?.findSession(secret))) return null;
    return (await deskLinks?.csrfToken(`editor ${secret}`)) ?? null;
  }

  return {
    desk,
    markOf,
    systemStatus,
    deleteCopies,
    emailContext: { studio: studio ?? null, desk: desk && deskLinks },
  };
}

/** The share of the disk that is free; null if it cannot be determined. */
async function freeSpace(folder: string): Promise<number | null> {
  const stats = await statfs(folder).catch(() => null);
  return stats && stats.blocks > 0 ? stats.bavail / stats.blocks : null;
}
