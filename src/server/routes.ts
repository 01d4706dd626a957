import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { RouteEnv } from "../desk/context.ts";
import type { Desk } from "../desk/desk.tsx";
import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";
import { endpoint } from "../requests/request.ts";
import { referencePattern } from "../requests/store/stored-request.ts";

type RouteHandler = (c: Context<RouteEnv>) => Response | Promise<Response>;

export interface RouteHandlers {
  log: Log;
  /** Answers whatever is not in the table, as with the page for an unknown address. */
  pages: RouteHandler;
  requests?: { limit: MiddlewareHandler<RouteEnv>; receive: RouteHandler };
  health?: RouteHandler;
  desk?: Desk | null;
  editor?: RouteHandler | undefined;
}

const reference = `:reference{${referencePattern}}`;

/** Every route of the server. The built pages are not here: they are in memory, and are looked for first. */
export function createRoutes({ log, pages, requests, health, desk, editor }: RouteHandlers) {
  const app = new Hono<RouteEnv>();

  if (requests) app.all(endpoint, requests.limit, requests.receive);
  if (health) app.get("/healthz", health);

  if (desk) {
    const { needsSession, needsCsrfToken } = desk;
    const home = ["/desk", "/desk/"];

    app.use("/desk/*", desk.protect);
    app.get("/desk/:name{[0-9a-f]{16}\\.css}", desk.stylesheet);
    app.use("/desk/*", desk.identify);
    app.post("/desk/*", desk.readForm);

    app.post("/desk/sign-in", desk.sendSignInLink);
    app.get("/desk/sent", desk.linkSent);
    app.get("/desk/signed-out", desk.signedOut);
    app.get("/desk/in/:token{\\w{1,200}}", desk.confirmSignIn);
    app.post("/desk/in/:token{\\w{1,200}}", desk.signIn);
    app.get("/desk/r/:signedName{[^/]{1,200}}", desk.showFromEmail);
    app.post("/desk/r/:signedName{[^/]{1,200}}", desk.markFromEmail);

    app.on("GET", home, needsSession, desk.showList);
    app.on("POST", home, needsSession, needsCsrfToken, desk.updateDesk);
    app.get("/desk/requests.csv", needsSession, desk.exportRequests);
    app.get(`/desk/requests/${reference}`, needsSession, desk.showRequest);
    app.post(`/desk/requests/${reference}`, needsSession, needsCsrfToken, desk.updateRequest);
    app.get(`/desk/requests/${reference}/delete`, needsSession, desk.confirmDeletion);
    app.post(`/desk/requests/${reference}/delete`, needsSession, needsCsrfToken, desk.deleteRequest);
    app.get(`/desk/requests/${reference}/calendar.ics`, needsSession, desk.calendarEntry);
    app.post("/desk/*", needsSession, desk.elsewhere);
    app.all("/desk/*", desk.elsewhere);
  }

  if (editor) app.all("/edit/*", editor);

  app.notFound(pages);
  app.onError((error) => {
    log("fault", { while: "answering", ...describeError(error) });
    return new Response(null, { status: 500 });
  });
  return app;
}
