import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Session } from "../requests/store/desk-store.ts";
import type { DeskContext } from "./context.ts";

/** Present when the visitor may see the whole desk. `csrfSubject` is what the tokens of her forms are bound to. */
export type SignedIn = { csrfSubject: string; session: Session | null } | null;

/** What the guards leave for the handlers: `owner` behind the guard for a session, `input` of a form that was posted. */
type Variables = {
  context: DeskContext;
  signedIn: SignedIn;
  owner: NonNullable<SignedIn>;
  input: Record<string, string>;
};

/** As hono knows a request, in the server's table of routes. */
export type RouteEnv = { Bindings: HttpBindings; Variables: Variables };
export type DeskRequest = Context<RouteEnv>;

export async function readSession(
  request: Request,
  { signIn, loopback, loopbackSubject }: DeskContext,
): Promise<SignedIn> {
  if (loopback) return { csrfSubject: loopbackSubject, session: null };
  const found = await signIn.readSession(request);
  return found && { csrfSubject: found.secret, session: found.session };
}
