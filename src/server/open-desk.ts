import { readFile, statfs } from "node:fs/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { createSignIn } from "../desk/sign-in.ts";
import { editorFolder, notCommittedFile } from "../files/editor-folder.ts";
import type { Log } from "../log/log.ts";
import { createDeskLinks } from "../requests/desk-links.ts";
import { type Mailer, noMailer } from "../requests/mail/mailer.ts";
import type { Store } from "../requests/store/store.ts";
import { readStatus } from "../requests/system-status.ts";
import type { Settings } from "../settings/settings.ts";
import { isPublic } from "../settings/site-address.ts";
import { mailFolder } from "./data-paths.ts";
import { deleteEmails } from "./folder-mailer.ts";
import { isMailUnset } from "./open-store.ts";
import { createRoutes } from "./routes.ts";
import type { SitePages } from "./serve-pages.ts";

type DeskParts = {
  settings: Settings;
  pages: SitePages;
  store: Store;
  mailer: Mailer;
  log: Log;
  wake: () => void;
  /** The address of a desk that only this machine can reach, in place of SITE_URL. */
  loopbackUrl?: string;
};

export type OpenedDesk = ReturnType<typeof openDesk>;

/** Everything for the owner: the links in her emails, her desk, and the system status. */
export function openDesk({ settings, pages, store, mailer, log, wake, loopbackUrl }: DeskParts) {
  const now = Date.now;
  const { siteUrl, dataDir, databaseUrl, timeZone, deskEpoch, deskOn, editOn } = settings;
  const { studio, createDesk } = pages;
  const isPublicSite = siteUrl !== null && isPublic(siteUrl);
  const deleteCopies = (ids: string[]) => deleteEmails(mailFolder(dataDir), ids);
  const systemStatus = () =>
    readStatus({
      store,
      now,
      mailUnset: isMailUnset(settings),
      hidden: (isPublicSite && pages.notes.addressProblem) || null,
      unlaunched: isPublicSite ? pages.notes.hidden : undefined,
      backupExpected: isPublicSite && databaseUrl === null,
      backupElsewhere: databaseUrl !== null,
      freeSpace: () => (databaseUrl ? Promise.resolve(null) : freeSpace(dataDir)),
      // The editor's process leaves word in this file, and removes it.
      notCommitted: () =>
        readFile(notCommittedFile(editorFolder(dataDir, settings.contentFolder)), "utf8").catch(() => null),
    });
  const deskUrl = loopbackUrl ?? (deskOn ? siteUrl : null);
  const deskLinks = deskUrl ? createDeskLinks({ store, siteUrl: deskUrl, deskEpoch }) : null;
  const known = studio && deskLinks && { store, links: deskLinks, studio, now, log };
  const signIn = known && createSignIn({ ...known, mailer, deskEpoch });
  const desk =
    known && signIn && createDesk
      ? createDesk({
          ...known,
          signIn,
          systemStatus,
          timeZone,
          siteUrl: deskUrl,
          deleteCopies,
          wake,
          countsVisits: () => pages.notes.countsVisits === true,
          editorUrl: editOn && loopbackUrl === undefined ? "/edit/" : null,
          loopback: loopbackUrl !== undefined,
        })
      : null;

  /** What the editor's requests carry in the desk's session that this one belongs to; null without a session. */
  async function editorCsrfToken(request: Request): Promise<string | null> {
    const found = await signIn?.readSession(request);
    return (found && (await deskLinks?.csrfToken(`editor ${found.secret}`))) ?? null;
  }

  return {
    desk,
    editorCsrfToken,
    systemStatus,
    deleteCopies,
    emailContext: { studio: studio ?? null, desk: desk && deskLinks },
  };
}

/** The owner's desk for the person who started it. The server sends the emails that are asked for here. */
export function createLocalDesk({ pages, ...parts }: Omit<DeskParts, "mailer" | "wake">) {
  const { desk } = openDesk({ ...parts, pages, mailer: noMailer, wake: () => {} });
  return createRoutes({
    log: parts.log,
    desk,
    pages({ env }) {
      pages.handle(env.incoming, env.outgoing);
      return RESPONSE_ALREADY_SENT;
    },
  }).fetch;
}

/** The share of the disk that is free; null if it cannot be determined. */
async function freeSpace(folder: string): Promise<number | null> {
  const stats = await statfs(folder).catch(() => null);
  return stats && stats.blocks > 0 ? stats.bavail / stats.blocks : null;
}
