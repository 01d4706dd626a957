import type { PublishStatus } from "../../../src/editor/api/api-types.ts";
import type { HostedSite } from "../../kit/hosted-site.ts";
import { sendRequest } from "../../kit/http-request.ts";
import type { Options, Result } from "../results.ts";

/** Who asks: a browser with its cookie and the token of its session. */
export type Browser = { cookie: string; csrfToken: string };
type Ask = {
  path: string;
  method?: string;
  browser?: Partial<Browser>;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

/** Each is made on one server, at which two browsers are signed in. */
export type Attack = (site: {
  visit: ReturnType<typeof openClient>;
  hosted: HostedSite;
  phone: Browser;
  tablet: Browser;
  options: Options;
}) => Promise<Result>;

export function openClient({ port, site, signInLink }: HostedSite) {
  const host = new URL(site).host;
  const ask = ({ path, method = "GET", browser = {}, headers = {}, body }: Ask) => {
    const cookie = browser.cookie === undefined ? {} : { cookie: browser.cookie };
    const token = browser.csrfToken === undefined ? {} : { "x-editor": browser.csrfToken, origin: site };
    return sendRequest({ port, path, method, body, headers: { host, ...cookie, ...token, ...headers } });
  };
  /** Sends the form of a page of the desk that has this action. */
  const submit = async (path: string, action: string, cookie = "") => {
    const { text } = await ask({ path, browser: { cookie } });
    const forms = [...text.matchAll(/<form[^>]*>.*?<\/form>/gs)].map(([form]) => form);
    const form = forms.find((one) => one.includes(`value="${action}"`)) ?? "";
    const fields = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, ...pair]) => pair);
    const type = "application/x-www-form-urlencoded";
    return ask({
      path: /action="([^"]*)"/.exec(form)?.[1] ?? "/desk",
      method: "POST",
      browser: { cookie },
      headers: { "content-type": type, "sec-fetch-site": "same-origin", origin: site },
      body: new URLSearchParams(fields).toString(),
    });
  };
  return {
    ask,
    submit,
    post: (name: string, browser: Browser, body: unknown) =>
      ask({ path: `/edit/api/${name}`, method: "POST", browser, body: JSON.stringify(body) }),
    async signIn(): Promise<Browser> {
      await submit("/desk", "ask");
      const link = new URL(await signInLink());
      const answer = await submit(link.pathname, "sign in");
      const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
      const { csrfToken } = JSON.parse((await ask({ path: "/edit/api/session", browser: { cookie } })).text);
      return { cookie, csrfToken };
    },
    publishing: async (browser: Browser): Promise<PublishStatus> =>
      JSON.parse((await ask({ path: "/edit/api/publish", browser })).text),
  };
}
