import type { PublishStatus } from "../../../src/editor/api/api-types.ts";
import { startHostedSite } from "../../kit/hosted-site.ts";
import { type HttpRequest, sendRequest } from "../../kit/http-request.ts";
import { buildOnce } from "../servers.ts";

/** A browser that is signed in: its cookie and the token of its session. */
type Browser = { cookie: string; csrfToken: string };
type Ask = Omit<HttpRequest, "port"> & { browser?: Partial<Browser> };

/** The owner's editor inside the server, within the memory of the documented service, and what browsers ask of it. */
export async function openEditor() {
  buildOnce();
  const hosted = await startHostedSite();
  const { port, site, signInLink } = hosted;
  const host = new URL(site).host;
  const ask = ({ browser: { cookie, csrfToken } = {}, headers, ...request }: Ask) => {
    const token = csrfToken && { "x-editor": csrfToken, origin: site };
    return sendRequest({ port, ...request, headers: { host, ...(cookie && { cookie }), ...token, ...headers } });
  };
  /** Sends the form of a page of the desk that has this action. */
  const submit = async (path: string, action: string) => {
    const { text } = await ask({ path });
    const form = text.match(/<form[^>]*>.*?<\/form>/gs)?.find((one) => one.includes(`value="${action}"`)) ?? "";
    const fields = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, ...pair]) => pair);
    const type = "application/x-www-form-urlencoded";
    return ask({
      path: /action="([^"]*)"/.exec(form)?.[1] ?? "/desk",
      method: "POST",
      headers: { "content-type": type, "sec-fetch-site": "same-origin", origin: site },
      body: new URLSearchParams(fields).toString(),
    });
  };
  return {
    hosted,
    [Symbol.asyncDispose]: hosted.stop,
    ask,
    post: (name: string, browser: Browser, body: unknown) =>
      ask({ path: `/edit/api/${name}`, method: "POST", browser, body: JSON.stringify(body) }),
    async signIn(): Promise<Browser> {
      await submit("/desk", "ask");
      const answer = await submit(new URL(await signInLink()).pathname, "sign in");
      const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
      const { csrfToken } = JSON.parse((await ask({ path: "/edit/api/session", browser: { cookie } })).text);
      return { cookie, csrfToken };
    },
    publishing: async (browser: Browser): Promise<PublishStatus> =>
      JSON.parse((await ask({ path: "/edit/api/publish", browser })).text),
  };
}
