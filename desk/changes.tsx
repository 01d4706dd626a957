import { readBody } from "../consultations/body.ts";
import { traceOf } from "../consultations/thrown.ts";
import { readAddress, wantedReference } from "./address.ts";
import type { Room } from "./desk.tsx";
import { isOwnPost, sessionCookie } from "./guard.ts";
import { calmPage, deletePage, deletionOf, linkEnded, redirect, refused, requestPage, signIn } from "./shows.tsx";
import { deviceOf, sessionLife } from "./signing-in.ts";
import { Gone } from "./views/calm.tsx";
import { mostNote } from "./views/request-more.tsx";
import type { Who } from "./who.ts";

type Input = Record<string, string>;

/** What a letter's link may do; the rest is for who is signed in. Each says whether there is such a request. */
const marks = new Map<string | undefined, (room: Room, reference: string) => Promise<boolean>>(
  Object.entries({
    answered: ({ store, now }: Room, reference: string) => store.answered(reference, now()),
    "taken back": ({ store, now }: Room, reference: string) => store.takeBack(reference, now()),
    apart: ({ store, now }: Room, reference: string) => store.judge(reference, "apart", now()),
    real: ({ store, now }: Room, reference: string) => store.judge(reference, "real", now()),
  }),
);

/** Carries out a change that one of our own pages has sent, and answers with a redirect to a page that shows it. */
export async function change(request: Request, who: Who, room: Room): Promise<Response> {
  const { pathname } = new URL(request.url);
  const body = await readBody(request);
  if ("status" in body || !isOwnPost(request, room.siteUrl)) return refused(room);
  const input: Input = Object.fromEntries(Object.entries(body.input).map(([name, value]) => [name, String(value)]));
  const isMarked = (owner: string) => room.links.isFormMark(input.form ?? "", owner);

  if (pathname === "/desk/sign-in") {
    if (await isMarked("anybody")) room.signingIn.ask(wantedReference(input.to ?? ""));
    return redirect("/desk/sent");
  }
  const address = readAddress(pathname);
  if (address?.page === "sign in") {
    return (await isMarked(address.token)) ? enter(address.token, request, input, room) : refused(room);
  }
  if (address?.page === "letter") {
    const reference = await room.links.referenceOf(address.signed);
    const mark = marks.get(input.do);
    if (reference === null) return calmPage(room, 404, "Gone", <Gone />);
    if (!mark || !(await isMarked(address.signed))) return refused(room);
    const again = () => requestPage(reference, { to: pathname, owner: address.signed, full: false, unsaved: {} }, room);
    return saved(
      room,
      () => mark(room, reference),
      () => pathname,
      again,
    );
  }
  if (!who) return signIn(room, address && "reference" in address ? address.reference : "", input.note);
  if (!(await isMarked(who.owner))) return refused(room);
  if (address?.page === "request") return changeRequest(address.reference, pathname, input, who.owner, room);
  if (address?.page === "delete") return erase(address.reference, who.owner, room);
  if (address?.page === "list") return changeDesk(input, who, room);
  return refused(room);
}

async function enter(token: string, request: Request, input: Input, room: Room): Promise<Response> {
  const to = wantedReference(input.to ?? "");
  const secret = await room.signingIn.enter(token, deviceOf(request.headers.get("user-agent") ?? ""));
  if (secret === null) return linkEnded(room, to);
  return redirect(to ? `/desk/requests/${to}` : "/desk", { "set-cookie": sessionCookie(secret, sessionLife / 1000) });
}

async function changeRequest(
  reference: string,
  here: string,
  input: Input,
  owner: string,
  room: Room,
): Promise<Response> {
  const { store, now, wake } = room;
  const mark = marks.get(input.do);
  const view = { to: here, owner, full: true };
  const again = (unsaved = {}) => requestPage(reference, { ...view, unsaved }, room);
  if (mark)
    return saved(
      room,
      () => mark(room, reference),
      () => here,
      again,
    );
  if (input.do === "note") {
    const note = (input.note ?? "").replaceAll("\0", "").replaceAll("\r\n", "\n").trim().slice(0, mostNote);
    const save = () => store.annotate(reference, note);
    return saved(
      room,
      save,
      () => `${here}?saved=${now()}#note-place`,
      () => again({ note }),
    );
  }
  if (input.do === "sent again") {
    const send = async () => {
      const known = await store.resend(reference, now());
      wake();
      return known;
    };
    return saved(room, send, () => here, again);
  }
  return refused(room);
}

async function erase(reference: string, owner: string, room: Room): Promise<Response> {
  const { store, forget, links } = room;
  const mark = await links.formMark(deletionOf(reference));
  const remove = async () => {
    const request = await store.find(reference);
    // Copies first: a request that is still stored can be erased again, a forgotten copy never would be.
    if (request) forget([request.id]);
    await store.remove(reference);
    return true;
  };
  return saved(
    room,
    remove,
    () => `/desk?deleted=${reference}&mark=${mark}`,
    () => deletePage(reference, owner, room, true),
  );
}

async function changeDesk(input: Input, { session }: NonNullable<Who>, room: Room): Promise<Response> {
  if (input.do === "try now") {
    await room.store.hasten(room.now(), "all");
    room.wake();
    return redirect("/desk");
  }
  if (input.do === "end session" && session) {
    await room.store.endSession(input.name ?? "");
    const out = input.name === session.name;
    return redirect(out ? "/desk" : "/desk#phones", out ? { "set-cookie": sessionCookie("", 0) } : {});
  }
  return refused(room);
}

/** A store that cannot be written shows the same page again, with what was typed still in it. */
async function saved(
  room: Room,
  work: () => Promise<boolean>,
  next: () => string,
  again: () => Promise<Response>,
): Promise<Response> {
  try {
    return (await work()) ? redirect(next()) : calmPage(room, 404, "Gone", <Gone />);
  } catch (error) {
    room.log("fault", { while: "changing a request at the desk", ...traceOf(error) });
    return again();
  }
}
