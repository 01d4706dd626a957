import type { Log } from "../log/log.ts";
import type { DeskLinks } from "../requests/desk-links.ts";
import type { Mailer } from "../requests/mail/mailer.ts";
import type { Store } from "../requests/store/store.ts";
import type { SystemStatus } from "../requests/system-status.ts";
import type { createSignIn } from "./sign-in.ts";
import type { DeskStudio } from "./views/page.tsx";

export type DeskSettings = {
  store: Store;
  links: DeskLinks;
  studio: DeskStudio;
  mailer: Mailer;
  systemStatus: () => Promise<SystemStatus>;
  timeZone: string;
  deskEpoch: string;
  siteUrl: string | null;
  now: () => number;
  log: Log;
  /** Erases copies that are kept outside the store. */
  deleteCopies: (ids: string[]) => void;
  /** Says that a letter waits. */
  wake: () => void;
  /** For the owner at her own computer: nobody else can ask, and nobody signs in. */
  loopback?: boolean;
};

/** Everything a page or a change is made with. */
export type DeskContext = DeskSettings & {
  signIn: ReturnType<typeof createSignIn>;
  /** The address of the style sheet. */
  stylesheetUrl: string;
  /** Who forms belong to where nobody signs in. */
  loopbackSubject: string;
};
