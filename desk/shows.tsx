import type { ReactNode } from "react";
import { csvHead, csvRow } from "../consultations/csv.ts";
import { answerWithin } from "../consultations/mail/stationery.ts";
import { everyRequest } from "../consultations/store/every-request.ts";
import { readAddress, wantedReference, wantedStart, wantedTime } from "./address.ts";
import type { Room } from "./desk.tsx";
import { search } from "./search.ts";
import { Arrived, Gone, LinkEnded, Refused, Sent, SignIn } from "./views/calm.tsx";
import { DeletePage } from "./views/delete.tsx";
import { Icon } from "./views/icon.tsx";
import { ListPage, waitingInWords } from "./views/list.tsx";
import { FoundPage, foundInWords, mostSearched } from "./views/list-rest.tsx";
import { toPage } from "./views/page.tsx";
import { RequestPage, requestTitle } from "./views/request.tsx";
import type { Who } from "./who.ts";

const fourWeeks = 28 * 24 * 60 * 60_000;

/** Answers a look. Nothing changes by it, whoever looks: mail programs open links too. */
export async function show(request: Request, who: Who, room: Room): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const address = readAddress(pathname);
  if (!address) return calmPage(room, 404, "Gone", <Gone />);
  if (address.page === "sent") return calmPage(room, 200, "Look in the mailbox", <Sent />);
  if (address.page === "sign in") {
    const to = wantedReference(searchParams.get("to"));
    if (!(await room.signingIn.stands(address.token))) return linkEnded(room, to);
    const post = { to: `/desk/in/${address.token}`, mark: await room.links.formMark(address.token) };
    return calmPage(room, 200, "Your desk", <Arrived post={post} to={to} />);
  }
  if (address.page === "letter") {
    const reference = await room.links.referenceOf(address.signed);
    if (reference === null) return calmPage(room, 404, "Gone", <Gone />);
    if (who) return redirect(`/desk/requests/${reference}`);
    return requestPage(reference, { to: pathname, owner: address.signed, full: false }, room);
  }
  if (!who) return signIn(room, "reference" in address ? address.reference : wantedReference(searchParams.get("to")));
  if (address.page === "export") return exported(room);
  if (address.page === "delete") return deletePage(address.reference, who.owner, room);
  if (address.page === "request") {
    const saved = wantedTime(searchParams.get("saved"));
    return requestPage(address.reference, { to: pathname, owner: who.owner, full: true, saved }, room);
  }
  const words = (searchParams.get("q") ?? "").trim().slice(0, mostSearched);
  return words ? foundPage(words, room) : listPage(who, searchParams, room);
}

/** What the desk signs when it says that it has deleted a request, so that no other link can say it. */
export const deletionOf = (reference: string): string => `deleted ${reference}`;

export type RequestView = {
  to: string;
  owner: string;
  full: boolean;
  saved?: number | null;
  unsaved?: { note?: string } | null;
};

export async function requestPage(reference: string, view: RequestView, room: Room): Promise<Response> {
  const { store, studio, links, timeZone, now } = room;
  const request = await store.find(reference);
  if (!request) return calmPage(room, 404, "Gone", <Gone />);
  const clock = { now: now(), timeZone };
  const { to, owner, full, saved = null, unsaved = null } = view;
  const post = { to, mark: await links.formMark(owner) };
  const moments = await store.history(reference);
  const body = <RequestPage {...{ request, moments, clock, studio, post, full, saved, unsaved }} />;
  return html(
    toPage({ ...room, title: requestTitle(request, clock), way: <AllRequests back={full} />, children: body }),
    unsaved ? 503 : 200,
  );
}

async function listPage({ owner, session }: NonNullable<Who>, asked: URLSearchParams, room: Room): Promise<Response> {
  const { store, timeZone, signingIn, links, house } = room;
  const clock = { now: room.now(), timeZone };
  const start = (list: string) => wantedStart(asked.get(list));
  const starts = { open: start("open"), apart: start("apart"), answered: start("answered") };
  const reference = wantedReference(asked.get("deleted"));
  const isDeleted = reference && (await links.isFormMark(asked.get("mark") ?? "", deletionOf(reference)));
  const [open, overdue, apart, answered, state, sessions, mark] = await Promise.all([
    store.unanswered(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, starts.open),
    // Only counted.
    store.unanswered(Number.MIN_SAFE_INTEGER, clock.now - answerWithin, Number.MAX_SAFE_INTEGER),
    store.setApart(starts.apart),
    store.answeredSince(clock.now - fourWeeks, starts.answered),
    house(),
    session ? signingIn.sessions() : [],
    links.formMark(owner),
  ]);
  const body = (
    <ListPage
      {...{ open, overdueCount: overdue.count, apart, answered, starts, house: state, clock }}
      post={{ to: "/desk", mark }}
      phones={session && { own: session.name, sessions }}
      deleted={isDeleted ? reference : null}
    />
  );
  const late = state.letters.unset || state.letters.since !== null;
  const title = late ? "Letters do not go out" : waitingInWords(open.count);
  return html(toPage({ ...room, title, way: <ToSearch />, children: body }));
}

async function foundPage(words: string, room: Room): Promise<Response> {
  const clock = { now: room.now(), timeZone: room.timeZone };
  const found = await search(words, room.store);
  const title = foundInWords(words, found.length);
  return html(toPage({ ...room, title, way: <ToSearch />, children: <FoundPage {...{ words, found, clock }} /> }));
}

export async function deletePage(reference: string, owner: string, room: Room, failed = false): Promise<Response> {
  const request = await room.store.find(reference);
  if (!request) return calmPage(room, 404, "Gone", <Gone />);
  const clock = { now: room.now(), timeZone: room.timeZone };
  const post = { to: `/desk/requests/${reference}/delete`, mark: await room.links.formMark(owner) };
  const body = <DeletePage {...{ request, clock, post, failed }} />;
  return html(toPage({ ...room, title: "Delete?", children: body }), failed ? 503 : 200);
}

/** As fast as it is read, so that a backlog of any size fits. */
function exported({ store, timeZone }: Room): Response {
  const encoder = new TextEncoder();
  const requests = everyRequest(store);
  const body = new ReadableStream<Uint8Array>({
    // The mark tells spreadsheets that it is UTF-8.
    start: (controller) => controller.enqueue(encoder.encode(`\ufeff${csvHead}`)),
    async pull(controller) {
      const { done, value } = await requests.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(csvRow(value, timeZone, false)));
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="requests.csv"',
    },
  });
}

/** The one page for whoever is not signed in, whatever was asked for. */
export const signIn = async (room: Room, to = "", unsaved = "") =>
  calmPage(room, 200, "Your desk", <SignIn post={await askPost(room)} to={to} unsaved={unsaved} />);

export const linkEnded = async (room: Room, to = "") =>
  calmPage(room, 410, "This link has ended", <LinkEnded post={await askPost(room)} to={to} />);

export const refused = (room: Room) => calmPage(room, 403, "Nothing was changed", <Refused />);

/** Who asks is nobody yet, so its mark says no more than that the form is the desk's. */
const askPost = async ({ links }: Room) => ({ to: "/desk/sign-in", mark: await links.formMark("anybody") });

export const calmPage = (room: Room, status: number, title: string, body: ReactNode): Response =>
  html(toPage({ ...room, title, children: body }), status);

export const redirect = (to: string, headers: Record<string, string> = {}): Response =>
  new Response(null, { status: 303, headers: { ...headers, location: to } });

const html = (page: string, status = 200): Response =>
  new Response(page, { status, headers: { "content-type": "text/html; charset=utf-8" } });

function AllRequests({ back }: { back: boolean }) {
  return (
    <a className="way" href="/desk">
      {back && <Icon name="back" />}
      <span>All requests</span>
    </a>
  );
}

function ToSearch() {
  return (
    <a className="way way--phone" href="#q">
      <Icon name="search" />
      <span>Search</span>
    </a>
  );
}
