import type { Session } from "../requests/store/desk-store.ts";
import type { DeskContext } from "./context.ts";
import { readCookie } from "./request-checks.ts";

/** Whoever may see the whole desk; null for anybody else. `owner` is whom a form is made for. */
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
