import { statfs } from "node:fs/promises";
import { createDeskLinks } from "../consultations/desk-links.ts";
import { lookAtHouse } from "../consultations/house.ts";
import type { Log } from "../consultations/log.ts";
import type { Post } from "../consultations/mail/post.ts";
import type { Store } from "../consultations/store/store.ts";
import type { Desk } from "../desk/desk.tsx";
import type { Settings } from "../settings/settings.ts";
import { isPublic } from "../settings/site-address.ts";
import { isMailUnset } from "./backend.ts";
import { mailFolder } from "./data-files.ts";
import { forgetLetters } from "./mail-folder.ts";
import type { Pages } from "./pages.ts";

type OwnerSettings = {
  settings: Settings;
  pages: Pick<Pages, "hidden" | "studio" | "createDesk">;
  store: Store;
  post: Post;
  now: () => number;
  log: Log;
  wake: () => void;
  /** Where the desk is, if not at SITE_URL: then it is for this machine alone. */
  loopback?: string;
};

/** What is there for the owner: letters that open her desk, the desk itself, and the state of the house. */
export function openOwnersSide({ settings, pages, store, post, now, log, wake, loopback }: OwnerSettings) {
  const { siteUrl, dataDir, databaseUrl, timeZone, deskEpoch, deskOn } = settings;
  const { studio, createDesk } = pages;
  const launched = siteUrl !== null && isPublic(siteUrl);
  const forget = (ids: string[]) => forgetLetters(mailFolder(dataDir), ids);
  const house = () =>
    lookAtHouse({
      store,
      now,
      mailUnset: isMailUnset(settings),
      hidden: launched ? (pages.hidden ?? null) : null,
      backupExpected: launched && databaseUrl === null,
      freeSpace: () => (databaseUrl ? Promise.resolve(null) : freeSpace(dataDir)),
    });
  const url = loopback ?? (deskOn ? siteUrl : null);
  const links = url ? createDeskLinks({ store, siteUrl: url, deskEpoch }) : null;
  const desk: Promise<Desk> | null =
    links && studio && createDesk
      ? createDesk({
          ...{ store, links, studio, post, house, timeZone, deskEpoch, siteUrl: url, now, log, forget, wake },
          loopback: loopback !== undefined,
        })
      : null;
  return { desk, house, forget, paper: { studio: studio ?? null, desk: desk && links } };
}

/** The share of the disk that is left; null where nobody can tell. */
async function freeSpace(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null);
  return found && found.blocks > 0 ? found.bavail / found.blocks : null;
}
