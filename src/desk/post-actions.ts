import { describeError } from "../log/errors.ts";
import { sessionLifetime } from "../requests/store/desk-store.ts";
import type { DeskContext, DeskRequest } from "./context.ts";
import { deletePage, deletionOf, messagePage, redirect, requestPage, signInPage } from "./get-pages.tsx";
import { sessionCookie, validReference } from "./request-checks.ts";
import { deviceName } from "./sign-in.ts";
import { maxNoteLength } from "./views/request-actions.tsx";

type RequestAction = (context: DeskContext, reference: string, input: Record<string, string>) => Promise<boolean>;

/** The actions that a link in an email allows. Each resolves with whether the request exists. */
const markActions = new Map<string | undefined, RequestAction>([
  ["answered", ({ store, now }, reference) => store.markAnswered(reference, now())],
  ["taken back", ({ store, now }, reference) => store.undoAnswered(reference, now())],
  ["spam", ({ store, now }, reference) => store.setVerdict(reference, "spam", now())],
  ["real", ({ store, now }, reference) => store.setVerdict(reference, "real", now())],
]);

/** Those that a session allows. */
const ownerActions = new Map([
  ...markActions,
  [
    "note",
    ({ store }, reference, { note = "" }) =>
      store.setNote(reference, note.replaceAll("\0", "").replaceAll("\r\n", "\n").trim().slice(0, maxNoteLength)),
  ],
  [
    "sent again",
    async ({ store, now, wake }, reference) => {
      const exists = await store.resend(reference, now());
      wake();
      return exists;
    },
  ],
]);

/** Each performs what a form of the desk asks for, and redirects to a page that shows the result. */
export const handlers = {
  /** Says the same whether or not a link goes out. */
  async sendSignInLink({ var: { context, input } }: DeskRequest): Promise<Response> {
    if (await context.links.isCsrfToken(input.form ?? "", "anybody")) context.signIn.sendLink(validReference(input.to));
    return redirect("/desk/sent");
  },

  async signIn({ req, var: { context, input } }: DeskRequest): Promise<Response> {
    const token = req.param("token") ?? "";
    if (!(await context.links.isCsrfToken(input.form ?? "", token))) return messagePage(context, "refused");
    const returnTo = validReference(input.to);
    const secret = await context.signIn.redeemLink(token, deviceName(req.header("user-agent") ?? ""));
    if (secret === null) return signInPage(context, "linkEnded", returnTo);
    return redirect(returnTo ? `/desk/requests/${returnTo}` : "/desk", {
      "set-cookie": sessionCookie(secret, sessionLifetime / 1000),
    });
  },

  async markFromEmail({ req, var: { context, input } }: DeskRequest): Promise<Response> {
    const signedName = req.param("signedName") ?? "";
    const reference = await context.links.referenceFromLink(signedName);
    if (reference === null) return signInPage(context, "emailLinkEnded");
    const act = markActions.get(input.do);
    const isOwn = await context.links.isCsrfToken(input.form ?? "", signedName);
    if (!act || !isOwn) return messagePage(context, "refused");
    const view = { formUrl: req.path, csrfSubject: signedName, fullAccess: false, unsaved: {} };
    const showAgain = () => requestPage(reference, view, context);
    return redirectOrRetry(context, () => act(context, reference, input), req.path, showAgain);
  },

  async updateRequest({ req, var: { context, owner, input } }: DeskRequest): Promise<Response> {
    const reference = req.param("reference") ?? "";
    const act = ownerActions.get(input.do);
    if (!act) return messagePage(context, "refused");
    const view = { formUrl: req.path, csrfSubject: owner.csrfSubject, fullAccess: true, unsaved: input };
    const showAgain = () => requestPage(reference, view, context);
    const nextUrl = input.do === "note" ? `${req.path}?saved=${context.now()}#note-place` : req.path;
    return redirectOrRetry(context, () => act(context, reference, input), nextUrl, showAgain);
  },

  async deleteRequest({ req, var: { context, owner } }: DeskRequest): Promise<Response> {
    const { store, deleteCopies, links } = context;
    const reference = req.param("reference") ?? "";
    const token = await links.csrfToken(deletionOf(reference));
    const remove = async () => {
      const request = await store.find(reference);
      // Copies are deleted first: a request that is still stored can be deleted again, an orphaned copy never would be.
      if (request) deleteCopies([request.id]);
      await store.remove(reference);
      return true;
    };
    const showAgain = () => deletePage(reference, owner.csrfSubject, context, true);
    return redirectOrRetry(context, remove, `/desk?deleted=${reference}&token=${token}`, showAgain);
  },

  async updateDesk({ var: { context, owner, input } }: DeskRequest): Promise<Response> {
    const { session } = owner;
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
  },
};

/** If the store cannot be written, the same page is shown again with the typed text still in it. */
async function redirectOrRetry(
  context: DeskContext,
  update: () => Promise<boolean>,
  nextUrl: string,
  showAgain: () => Promise<Response>,
): Promise<Response> {
  try {
    return (await update()) ? redirect(nextUrl) : messagePage(context, "notFound");
  } catch (error) {
    context.log("fault", { while: "changing a request at the desk", ...describeError(error) });
    return showAgain();
  }
}
