import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Log } from "../log/log.ts";
import type { DeskLinks } from "../requests/desk-links.ts";
import type { Session } from "../requests/store/desk-store.ts";
import type { Store } from "../requests/store/store.ts";
import type { SystemStatus } from "../requests/system-status.ts";
import type { SignIn } from "./sign-in.ts";
import type { DeskStudio } from "./views/page.tsx";

export type DeskSettings = {
  store: Store;
  links: DeskLinks;
  studio: DeskStudio;
  signIn: SignIn;
  systemStatus: () => Promise<SystemStatus>;
  timeZone: string;
  siteUrl: string | null;
  now: () => number;
  log: Log;
  /** Deletes copies that are kept outside the store. */
  deleteCopies: (ids: string[]) => void;
  /** Tells the outbox that an email is waiting. */
  wake: () => void;
  /** Whether page views are counted now, so that the list shows them. */
  countsVisits?: () => boolean;
  /** Where the editor of the site is, when the same server offers it. */
  editorUrl?: string | null | undefined;
  /** True for the desk on the owner's own computer, which nobody else can reach and where nobody signs in. */
  loopback?: boolean;
};

/** Everything that pages and actions need. */
export type DeskContext = DeskSettings & { stylesheetUrl: string };

/** Present when the visitor may see the whole desk. `csrfSubject` is what the tokens of her forms are bound to. */
export type SignedIn = { csrfSubject: string; session: Session | null };

/** What the guards leave for the handlers: `owner` behind the guard for a session, `input` of a form that was posted. */
type Variables = { context: DeskContext; signedIn: SignedIn | null; owner: SignedIn; input: Record<string, string> };

/** As hono knows a request, in the server's table of routes. */
export type RouteEnv = { Bindings: HttpBindings; Variables: Variables };
export type DeskRequest = Context<RouteEnv>;
