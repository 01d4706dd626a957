import type { Session } from "../requests/store/desk-store.ts";
import type { DeskContext } from "./context.ts";
import { readCookie } from "./request-checks.ts";

/** Present when the visitor may see the whole desk. `csrfSubject` is what the tokens of her forms are bound to. */
export type SignedIn = { csrfSubject: string; session: Session | null } | null;

export async function readSession(
  request: Request,
  { signIn, loopback, loopbackSubject }: DeskContext,
): Promise<SignedIn> {
  if (loopback) return { csrfSubject: loopbackSubject, session: null };
  const secret = readCookie(request);
  const session = secret ? await signIn.findSession(secret) : null;
  return session && { csrfSubject: secret, session };
}
