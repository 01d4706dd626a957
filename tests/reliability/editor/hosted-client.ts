import { createHash } from "node:crypto";
import { join } from "node:path";
import { listFiles } from "../../../src/build/list-files.ts";
import type { PublishStatus } from "../../../src/editor/api/api-types.ts";
import type { HostedSite } from "../../kit/hosted-site.ts";
import { type HttpResult, runConcurrently, sendRequest } from "../../kit/http-request.ts";
import { formatCount } from "../../kit/statistics.ts";
import type { Options, Result } from "../result.ts";

export const reads = [
  "site",
  "session",
  "form?file=studio.yaml",
  "history",
  "publish",
  "launch",
  "events",
  "picture/hero",
];
export const writes = "save check preview undo publish publish-stop launch discard-draft save-picture".split(" ");
export const posts = [...writes, "picture?for=hero"];
const pages = " / /editor.js /style.css /studio.css /icon.svg /page/ /page/about /pictures/hero.webp".split(" ");
export const addresses = [...pages, ...[...reads, ...posts].map((name) => `/api/${name}`)].map(
  (path) => `/edit${path}`,
);

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
  const ask = ({ path, method = "GET", browser = {}, headers = {}, body }: Ask): Promise<HttpResult> =>
    sendRequest({
      port,
      path,
      method,
      body,
      headers: {
        host,
        ...(browser.cookie !== undefined && { cookie: browser.cookie }),
        ...(browser.mark !== undefined && { "x-editor": browser.mark, origin: site }),
        ...headers,
      },
    });
  const fieldsOf = (html: string, action: string) => {
    const forms = [...html.matchAll(/<form[^>]*>(.*?)<\/form>/gs)].map(([form]) => form);
    const form = forms.find((one) => one.includes(`value="${action}"`)) ?? "";
    const fields = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]);
    return { path: /action="([^"]*)"/.exec(form)?.[1] ?? "/desk", body: new URLSearchParams(fields).toString() };
  };
  const submit = async (path: string, action: string, cookie = "") => {
    const form = fieldsOf((await ask({ path, browser: { cookie } })).text, action);
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
      origin: site,
    };
    return ask({ ...form, method: "POST", browser: { cookie }, headers });
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
    /** A hash of the content, which an attack must not change. */
    content: () => {
      const hash = createHash("sha256");
      for (const file of listFiles(join(folder, "content")).sort()) hash.update(read(file));
      return hash.digest("hex");
    },
  };
}

const summarise = (answers: HttpResult[]) => {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .toSorted()
    .map(([status, times]) => `${formatCount(times)}× ${status}`)
    .join(", ");
};

/** Sends every request, and counts those whose answer is not as it must be. */
export async function judge(
  visit: Client,
  asked: Ask[],
  isRight: (answer: HttpResult, ask: Ask) => boolean,
  { log }: Options,
) {
  const [before, answers] = [visit.content(), [] as HttpResult[]];
  let wrong = 0;
  await runConcurrently(8, asked, async (one) => {
    const answer = await visit.ask(one);
    answers.push(answer);
    if (isRight(answer, one)) return;
    if (wrong++ < 5)
      log(
        `${answer.status} ${one.method ?? "GET"} ${one.path} ${String(one.body ?? "").slice(0, 80)} ${answer.text.slice(0, 120)}`,
      );
  });
  const changed = visit.content() !== before;
  const measured = `${formatCount(answers.length)} requests, ${wrong} answered wrongly, content ${changed ? "CHANGED" : "unchanged"}; ${summarise(answers)}`;
  return { measured, passed: wrong === 0 && !changed };
}
