import type { ReactNode } from "react";
import * as icons from "../design/icons.ts";
import { receivedUntil } from "../requests/answer-by.ts";
import { isMailLate } from "../requests/system-status.ts";
import { readVisits } from "../requests/visits.ts";
import type { DeskContext, DeskRequest, SignedIn } from "./context.ts";
import { calendarResponse, csvResponse } from "./downloads.ts";
import { validReference, wantedNumber } from "./request-checks.ts";
import { search } from "./search.ts";
import type { Clock } from "./time-text.ts";
import { DeletePage } from "./views/delete-page.tsx";
import { ActionButton } from "./views/form.tsx";
import { ListPage, waitingText } from "./views/list-page.tsx";
import { maxQueryLength, SearchResults, searchTitle } from "./views/list-sections.tsx";
import { type Message, MessagePage, messages, UnsavedNote } from "./views/message-pages.tsx";
import { type PageContent, renderPage } from "./views/page.tsx";
import type { RequestView } from "./views/request-actions.tsx";
import { RequestPage, requestTitle } from "./views/request-page.tsx";

const fourWeeks = 28 * 24 * 60 * 60_000;
const visitDays = 30;

/** GET requests never change anything, because mail programs open links too. */
export const handlers = {
  linkSent: ({ var: { context } }: DeskRequest) => messagePage(context, "linkSent"),

  signedOut: ({ var: { context } }: DeskRequest) => signInPage(context, "signedOut"),

  async confirmSignIn({ req, var: { context } }: DeskRequest): Promise<Response> {
    const token = req.param("token") ?? "";
    const returnTo = validReference(req.query("to"));
    if (!(await context.signIn.isLinkValid(token))) return signInPage(context, "linkEnded", returnTo);
    const target = { url: `/desk/in/${token}`, csrfToken: await context.links.csrfToken(token) };
    return messagePage(
      context,
      "confirmSignIn",
      <ActionButton target={target} action="sign in" extraFields={{ to: returnTo }} className="button">
        Open the desk here
      </ActionButton>,
    );
  },

  async showFromEmail({ req, var: { context, signedIn } }: DeskRequest): Promise<Response> {
    const signedName = req.param("signedName") ?? "";
    const reference = await context.links.referenceFromLink(signedName);
    const named = validReference(signedName.split(".")[0]);
    if (reference === null)
      return signedIn && named ? redirect(`/desk/requests/${named}`) : signInPage(context, "emailLinkEnded", named);
    if (signedIn) return redirect(`/desk/requests/${reference}`);
    return requestPage(reference, { formUrl: req.path, csrfSubject: signedName, fullAccess: false }, context);
  },

  showList({ req, var: { context, owner } }: DeskRequest): Promise<Response> {
    const query = (req.query("q") ?? "").trim().slice(0, maxQueryLength);
    return query ? searchPage(query, context) : listPage(owner, req.query(), context);
  },

  showRequest({ req, var: { context, owner } }: DeskRequest): Promise<Response> {
    const savedAt = wantedNumber(req.query("saved"));
    const view = { formUrl: req.path, csrfSubject: owner.csrfSubject, fullAccess: true, savedAt };
    return requestPage(req.param("reference") ?? "", view, context);
  },

  confirmDeletion: ({ req, var: { context, owner } }: DeskRequest) =>
    deletePage(req.param("reference") ?? "", owner.csrfSubject, context),

  exportRequests: ({ var: { context } }: DeskRequest) => csvResponse(context),

  async calendarEntry({ req, var: { context } }: DeskRequest): Promise<Response> {
    const request = await context.store.find(req.param("reference") ?? "");
    return request ? calendarResponse(request, req.query("at") ?? "", context) : messagePage(context, "notFound");
  },
};

const searchLink = { href: "#q", label: "Search", icon: icons.search };

const clockOf = ({ now, timeZone, studio }: DeskContext): Clock => ({ now: now(), timeZone, studio });

/** The desk signs this text after it has deleted a request, so that no other link can show that message. */
export const deletionOf = (reference: string): string => `deleted ${reference}`;

export async function requestPage(
  reference: string,
  { formUrl, csrfSubject, ...view }: RequestView & { formUrl: string; csrfSubject: string },
  context: DeskContext,
): Promise<Response> {
  const { store, studio, links } = context;
  const request = await store.find(reference);
  if (!request) return messagePage(context, "notFound");
  const clock = clockOf(context);
  const target = { url: formUrl, csrfToken: await links.csrfToken(csrfSubject) };
  const props = { ...view, request, clock, studio, target, events: await store.history(reference) };
  return pageResponse(context, {
    status: view.unsaved ? 503 : 200,
    title: requestTitle(request, clock),
    navLink: { href: "/desk", label: "All requests", ...(view.fullAccess && { icon: icons.arrowLeft }) },
    children: <RequestPage {...props} />,
  });
}

async function listPage(
  { csrfSubject, session }: SignedIn,
  query: Record<string, string>,
  context: DeskContext,
): Promise<Response> {
  const { store, signIn, links, systemStatus } = context;
  const clock = clockOf(context);
  const start = (list: string) => wantedNumber(query[list]) ?? 0;
  const starts = { open: start("open"), spam: start("spam"), answered: start("answered") };
  const reference = validReference(query.deleted);
  const isDeleted = reference && (await links.isCsrfToken(query.token ?? "", deletionOf(reference)));
  const [open, overdue, spam, answered, status, visits, sessions, csrfToken] = await Promise.all([
    store.listUnanswered(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, starts.open),
    // This skips every row, because only the count is needed.
    store.listUnanswered(Number.MIN_SAFE_INTEGER, receivedUntil(clock.now, clock), Number.MAX_SAFE_INTEGER),
    store.listSpam(starts.spam),
    store.listAnsweredSince(clock.now - fourWeeks, starts.answered),
    systemStatus(),
    context.countsVisits?.() ? readVisits(store, visitDays, clock) : null,
    session ? signIn.listSessions() : [],
    links.csrfToken(csrfSubject),
  ]);
  const lists = { open, overdueCount: overdue.count, spam, answered, starts };
  const body = (
    <ListPage
      {...lists}
      status={status}
      visits={visits}
      clock={clock}
      studio={context.studio}
      editorUrl={context.editorUrl}
      target={{ url: "/desk", csrfToken }}
      phones={session && { own: session.name, sessions }}
      deleted={isDeleted ? reference : null}
    />
  );
  return pageResponse(context, {
    title: isMailLate(status) ? "Emails do not go out" : waitingText(open.count),
    navLink: context.editorUrl ? { href: context.editorUrl, label: "Edit the site" } : searchLink,
    children: body,
  });
}

async function searchPage(query: string, context: DeskContext): Promise<Response> {
  const clock = clockOf(context);
  const results = await search(query, context.store);
  return pageResponse(context, {
    title: searchTitle(query, results.length),
    navLink: searchLink,
    children: <SearchResults query={query} results={results} clock={clock} />,
  });
}

export async function deletePage(
  reference: string,
  csrfSubject: string,
  context: DeskContext,
  failed = false,
): Promise<Response> {
  const request = await context.store.find(reference);
  if (!request) return messagePage(context, "notFound");
  const clock = clockOf(context);
  const target = { url: `/desk/requests/${reference}/delete`, csrfToken: await context.links.csrfToken(csrfSubject) };
  const children = <DeletePage request={request} clock={clock} target={target} failed={failed} />;
  return pageResponse(context, { status: failed ? 503 : 200, title: "Delete?", children });
}

/** A page that offers to send a link: the same for everyone who is not signed in. `returnTo` opens after signing in. */
export async function signInPage(context: DeskContext, name: MessageName, returnTo = "", unsavedNote = "") {
  // Nobody is signed in yet, so this token only shows that the form is the desk's own.
  const target = { url: "/desk/sign-in", csrfToken: await context.links.csrfToken("anybody") };
  return messagePage(
    context,
    name,
    <>
      {unsavedNote && <UnsavedNote note={unsavedNote} />}
      <ActionButton target={target} action="ask" extraFields={{ to: returnTo }} className="button">
        Send me a link
      </ActionButton>
    </>,
  );
}

type MessageName = keyof typeof messages;

export function messagePage(context: DeskContext, name: MessageName, action?: ReactNode): Response {
  const message: Message = messages[name];
  const { status, heading, title = heading } = message;
  return pageResponse(context, { status, title, children: <MessagePage message={message} action={action} /> });
}

function pageResponse(context: DeskContext, { status = 200, ...page }: PageContent & { status?: number }): Response {
  const headers = { "content-type": "text/html; charset=utf-8" };
  return new Response(renderPage({ ...context, ...page }), { status, headers });
}

export const redirect = (to: string, headers: Record<string, string> = {}): Response =>
  new Response(null, { status: 303, headers: { ...headers, location: to } });
