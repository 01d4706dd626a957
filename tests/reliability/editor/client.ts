import { createHash } from "node:crypto";
import { join } from "node:path";
import { listFiles } from "../../../src/build/list-files.ts";
import type { PublishStatus } from "../../../src/editor/api/api-types.ts";
import type { HostedSite } from "../../kit/hosted-site.ts";
import { type HttpResult, runConcurrently, sendRequest } from "../../kit/http-request.ts";
import { countEach, formatCount, type Options, type Result } from "../results.ts";

/** Who asks: a browser with its cookie and the mark of its session. */
export type Browser = { cookie: string; mark: string };
export type Ask = {
  path: string;
  method?: string;
  browser?: Partial<Browser>;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

export type Client = ReturnType<typeof openClient>;
/** Each is made on one server, at which two browsers are signed in. */
export type Attack = (site: {
  visit: Client;
  hosted: HostedSite;
  phone: Browser;
  tablet: Browser;
  options: Options;
}) => Promise<Result>;

export function openClient({ port, site, signInLink, read, folder }: HostedSite) {
  const host = new URL(site).host;
  const ask = ({ path, method = "GET", browser = {}, headers = {}, body }: Ask): Promise<HttpResult> => {
    const cookie = browser.cookie === undefined ? {} : { cookie: browser.cookie };
    const mark = browser.mark === undefined ? {} : { "x-editor": browser.mark, origin: site };
    return sendRequest({ port, path, method, body, headers: { host, ...cookie, ...mark, ...headers } });
  };
  /** Sends the form of a page of the desk that has this action. */
  const submit = async (path: string, action: string, cookie = "") => {
    const { text } = await ask({ path, browser: { cookie } });
    const forms = [...text.matchAll(/<form[^>]*>.*?<\/form>/gs)].map(([form]) => form);
    const form = forms.find((one) => one.includes(`value="${action}"`)) ?? "";
    const fields = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]);
    const type = "application/x-www-form-urlencoded";
    return ask({
      path: /action="([^"]*)"/.exec(form)?.[1] ?? "/desk",
      method: "POST",
      browser: { cookie },
      headers: { "content-type": type, "sec-fetch-site": "same-origin", origin: site },
      body: new URLSearchParams(fields).toString(),
    });
  };
  /** A hash of the content, which an attack must not change. */
  const content = () => {
    const hash = createHash("sha256");
    for (const file of listFiles(join(folder, "content")).sort()) hash.update(read(file));
    return hash.digest("hex");
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
      const { mark } = JSON.parse((await ask({ path: "/edit/api/session", browser: { cookie } })).text);
      return { cookie, mark };
    },
    publishing: async (browser: Browser): Promise<PublishStatus> =>
      JSON.parse((await ask({ path: "/edit/api/publish", browser })).text),
    /** Sends every request, and counts those whose answer is not as it must be. */
    async askAll(asked: Ask[], isRight: (answer: HttpResult, ask: Ask) => boolean, { log }: Options) {
      const before = content();
      const statuses: number[] = [];
      let wrong = 0;
      await runConcurrently(8, asked, async (one) => {
        const answer = await ask(one);
        statuses.push(answer.status);
        if (isRight(answer, one)) return;
        wrong++;
        log(`${answer.status} ${one.method ?? "GET"} ${one.path} ${String(one.body ?? "").slice(0, 80)}`);
      });
      return {
        [`${formatCount(asked.length)} requests`]: true,
        [`${wrong} answered wrongly`]: wrong === 0,
        [content() === before ? "content unchanged" : "content CHANGED"]: content() === before,
        [countEach(statuses)]: true,
      };
    },
  };
}
