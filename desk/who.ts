import type { Session } from "../consultations/store/desk-store.ts";
import type { Room } from "./desk.tsx";
import { readCookie } from "./guard.ts";

/** Whoever may see the whole desk; null for anybody else. `owner` is whom a form is made for. */
export type Who = { owner: string; session: Session | null } | null;

export async function whoAsks(request: Request, { signingIn, loopback, here }: Room): Promise<Who> {
  if (loopback) return { owner: here, session: null };
  const secret = readCookie(request);
  const session = secret ? await signingIn.sessionOf(secret) : null;
  return session && { owner: secret, session };
}
