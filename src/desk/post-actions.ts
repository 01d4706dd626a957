import { describeError } from "../log/errors.ts";
import { readBody } from "../requests/read-body.ts";
import { sessionLifetime } from "../requests/store/desk-store.ts";
import type { DeskContext } from "./context.ts";
import { deletePage, deletionOf, messagePage, redirect, requestPage, signInPage } from "./get-pages.tsx";
import { isSameOriginPost, sessionCookie } from "./request-checks.ts";
import { parseRoute, validReference } from "./routes.ts";
import type { SignedIn } from "./session.ts";
import { deviceName } from "./sign-in.ts";
import { maxNoteLength } from "./views/request-actions.tsx";

type Input = Record<string, string>;

/** The actions that a link in an email allows; all others need a session. Each resolves with whether the request exists. */
const markActions = new Map<string | undefined, (context: DeskContext, reference: string) => Promise<boolean>>(
  Object.entries({
    answered: ({ store, now }: DeskContext, reference: string) => store.markAnswered(reference, now()),
    "taken back": ({ store, now }: DeskContext, reference: string) => store.undoAnswered(reference, now()),
    apart: ({ store, now }: DeskContext, reference: string) => store.setVerdict(reference, "apart", now()),
    real: ({ store, now }: DeskContext, reference: string) => store.setVerdict(reference, "real", now()),
  }),
);

/** Performs an action that one of our own pages has sent, and redirects to a page that shows the result. */
export async function handlePost(request: Request, signedIn: SignedIn, context: DeskContext): Promise<Response> {
  const { pathname } = new URL(request.url);
  const body = await readBody(request);
  if ("status" in body || !isSameOriginPost(request, context.siteUrl)) return messagePage(context, "refused");
  const input: Input = Object.fromEntries(Object.entries(body.input).map(([name, value]) => [name, String(value)]));
  const hasValidToken = (csrfSubject: string) => context.links.isCsrfToken(input.form ?? "", csrfSubject);

  if (pathname === "/desk/sign-in") {
    if (await hasValidToken("anybody")) context.signIn.sendLink(validReference(input.to ?? ""));
    return redirect("/desk/sent");
  }
  const route = parseRoute(pathname);
  if (route?.page === "sign in") {
    return (await hasValidToken(route.token))
      ? redeemLink(route.token, request, input, context)
      : messagePage(context, "refused");
  }
  if (route?.page === "email link") {
    const reference = await context.links.referenceFromLink(route.signedName);
    const markAction = markActions.get(input.do);
    if (reference === null) return signInPage(context, "emailLinkEnded");
    if (!markAction || !(await hasValidToken(route.signedName))) return messagePage(context, "refused");
    const showAgain = () =>
      requestPage(
        reference,
        { formUrl: pathname, csrfSubject: route.signedName, fullAccess: false, unsaved: {} },
        context,
      );
    return redirectOrRetry(
      context,
      () => markAction(context, reference),
      () => pathname,
      showAgain,
    );
  }
  if (!signedIn) return signInPage(context, "signIn", route && "reference" in route ? route.reference : "", input.note);
  if (!(await hasValidToken(signedIn.csrfSubject))) return messagePage(context, "refused");
  if (route?.page === "request") return updateRequest(route.reference, pathname, input, signedIn.csrfSubject, context);
  if (route?.page === "delete") return deleteRequest(route.reference, signedIn.csrfSubject, context);
  if (route?.page === "list") return updateDesk(input, signedIn, context);
  return messagePage(context, "refused");
}

async function redeemLink(token: string, request: Request, input: Input, context: DeskContext): Promise<Response> {
  const returnTo = validReference(input.to ?? "");
  const secret = await context.signIn.redeemLink(token, deviceName(request.headers.get("user-agent") ?? ""));
  if (secret === null) return signInPage(context, "linkEnded", returnTo);
  return redirect(returnTo ? `/desk/requests/${returnTo}` : "/desk", {
    "set-cookie": sessionCookie(secret, sessionLifetime / 1000),
  });
}

async function updateRequest(
  reference: string,
  formUrl: string,
  input: Input,
  csrfSubject: string,
  context: DeskContext,
): Promise<Response> {
  const { store, now, wake } = context;
  const markAction = markActions.get(input.do);
  const view = { formUrl, csrfSubject, fullAccess: true };
  const showAgain = (unsaved = {}) => requestPage(reference, { ...view, unsaved }, context);
  if (markAction)
    return redirectOrRetry(
      context,
      () => markAction(context, reference),
      () => formUrl,
      showAgain,
    );
  if (input.do === "note") {
    const note = (input.note ?? "").replaceAll("\0", "").replaceAll("\r\n", "\n").trim().slice(0, maxNoteLength);
    const save = () => store.setNote(reference, note);
    return redirectOrRetry(
      context,
      save,
      () => `${formUrl}?saved=${now()}#note-place`,
      () => showAgain({ note }),
    );
  }
  if (input.do === "sent again") {
    const send = async () => {
      const exists = await store.resend(reference, now());
      wake();
      return exists;
    };
    return redirectOrRetry(context, send, () => formUrl, showAgain);
  }
  return messagePage(context, "refused");
}

async function deleteRequest(reference: string, csrfSubject: string, context: DeskContext): Promise<Response> {
  const { store, deleteCopies, links } = context;
  const mark = await links.csrfToken(deletionOf(reference));
  const remove = async () => {
    const request = await store.find(reference);
    // Copies are deleted first: a request that is still stored can be deleted again, an orphaned copy never would be.
    if (request) deleteCopies([request.id]);
    await store.remove(reference);
    return true;
  };
  return redirectOrRetry(
    context,
    remove,
    () => `/desk?deleted=${reference}&mark=${mark}`,
    () => deletePage(reference, csrfSubject, context, true),
  );
}

async function updateDesk(input: Input, { session }: NonNullable<SignedIn>, context: DeskContext): Promise<Response> {
  if (input.do === "try now") {
    await context.store.retryNow(context.now(), "all");
    context.wake();
    return redirect("/desk");
  }
  if (input.do === "sign out everywhere" && session) {
    // With the new key nothing from before is valid, even if the rows could not be deleted.
    await context.links.renewKey();
    await context.store.deleteAllSessions();
    context.log("sign-in", { outcome: "signed out everywhere" });
    return redirect("/desk/signed-out", { "set-cookie": sessionCookie("", 0) });
  }
  if (input.do === "end session" && session) {
    await context.store.deleteSession(input.name ?? "");
    const isOwnSession = input.name === session.name;
    return redirect(
      isOwnSession ? "/desk" : "/desk#phones",
      isOwnSession ? { "set-cookie": sessionCookie("", 0) } : {},
    );
  }
  return messagePage(context, "refused");
}

/** If the store cannot be written, the same page is shown again with the typed text still in it. */
async function redirectOrRetry(
  context: DeskContext,
  update: () => Promise<boolean>,
  nextUrl: () => string,
  showAgain: () => Promise<Response>,
): Promise<Response> {
  try {
    return (await update()) ? redirect(nextUrl()) : messagePage(context, "notFound");
  } catch (error) {
    context.log("fault", { while: "changing a request at the desk", ...describeError(error) });
    return showAgain();
  }
}
