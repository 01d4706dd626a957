import type { PublishStatus } from "../../../src/editor/api/api-types.ts";
import { type HostedSite, startHostedSite } from "../../kit/hosted-site.ts";
import { type HttpRequest, sendRequest } from "../../kit/http-request.ts";
import { buildOnce } from "../servers.ts";

/** A browser that is signed in: its cookie and the token of its session. */
type Browser = { cookie: string; csrfToken: string };
type Ask = Omit<HttpRequest, "port"> & { browser?: Partial<Browser> };

/** What browsers do at one server, which has the memory of the documented service. */
export async function withEditor<Outcome>(attack: (site: Site) => Promise<Outcome>): Promise<Outcome> {
  buildOnce();
  const hosted = await startHostedSite();
  try {
    return await attack({ hosted, ...openClient(hosted) });
  } finally {
    await hosted.stop();
  }
}

type Site = ReturnType<typeof openClient> & { hosted: HostedSite };

function openClient({ port, site, signInLink }: HostedSite) {
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
