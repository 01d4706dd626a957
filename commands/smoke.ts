import { connect } from "node:tls";
import { parseArgs } from "node:util";
import { errorMessage } from "../src/log/errors.ts";
import { endpoint, mapFields } from "../src/requests/request.ts";
import { smokeKeyHeader } from "../src/requests/smoke-test.ts";
import { CommandError } from "../src/server/command-error.ts";
import { isLoopbackHost } from "../src/settings/site-address.ts";
import type { Variables } from "../src/settings/variables.ts";

const usage =
  "npm run requests -- smoke https://www.studio.example   (--wait SECONDS for the email; SMOKE_KEY as on the server)";
const minCertificateDays = 14;
const requestTimeout = 20_000;
const testRequest = {
  ...mapFields(() => ""),
  name: "Website test",
  email: "smoke-test@example.com",
  phone: "000-000-0000",
  message: "A test of the website by npm run requests -- smoke.",
};

/** Checks a live site from outside, and says a line for each check. */
export async function* smoke(args: string[], { SMOKE_KEY }: Variables): AsyncGenerator<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { wait: { type: "string", default: "120" } },
  });
  const site = URL.parse(positionals[0] ?? "");
  if (!site || !/^https?:$/.test(site.protocol)) throw new CommandError(usage);
  const { origin } = site;
  let formUrl = new URL(endpoint, origin);
  const checks: Record<string, () => Promise<string>> = {
    "home page": () => checkHomePage(origin),
    async "contact page"() {
      const { text, summary } = await get(`${origin}/contact`);
      const action = /<form[^>]*\saction="([^"]+)"/.exec(text)?.[1];
      if (!action) throw new Error("it has no form");
      formUrl = new URL(action, origin);
      return summary;
    },
    ...(site.protocol === "https:" && { certificate: () => checkCertificate(site) }),
    async health() {
      const { text, summary } = await get(formUrl.origin === origin ? `${origin}/healthz` : `${formUrl.href}/health`);
      if (JSON.parse(text).ok !== true) throw new Error("it reports a problem");
      return summary;
    },
    "a test request, to the mail server": () => sendTestRequest(formUrl, SMOKE_KEY?.trim(), Number(values.wait)),
  };
  for (const [name, check] of Object.entries(checks)) {
    try {
      yield `ok    ${name}: ${await check()}\n`;
    } catch (error) {
      process.exitCode = 1;
      yield `FAIL  ${name}: ${errorMessage(error)}\n`;
    }
  }
}

async function get(url: string, options: RequestInit = {}) {
  const start = performance.now();
  const answer = await fetch(url, {
    redirect: "manual",
    signal: AbortSignal.timeout(requestTimeout),
    ...options,
  }).catch((error: Error) => {
    throw new Error(
      error.name === "TimeoutError" ? `no answer in ${requestTimeout / 1000} s` : errorMessage(error.cause ?? error),
    );
  });
  const text = await answer.text();
  const redirectText = answer.headers.has("location") ? `, which leads to ${answer.headers.get("location")}` : "";
  const errorText = /^\{/.test(text) && answer.status >= 400 ? `: ${text.slice(0, 200)}` : "";
  if (answer.status !== 200) throw new Error(`answered with ${answer.status}${redirectText}${errorText}`);
  return { text, headers: answer.headers, summary: `${answer.status} in ${Math.round(performance.now() - start)} ms` };
}

async function checkHomePage(origin: string): Promise<string> {
  const { text, headers, summary } = await get(`${origin}/`);
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(text)?.[1] ?? "";
  const named = URL.parse(canonical)?.origin;
  if (named !== origin) {
    throw new Error(
      `its canonical link names ${named ?? "no address"}, not ${origin}: set SITE_URL, then npm run build and restart the server`,
    );
  }
  const hidden =
    /noindex/.test(headers.get("x-robots-tag") ?? "") || /<meta name="robots" content="noindex"/.test(text);
  return `${summary}${hidden ? ", and search engines are asked to stay away" : ""}`;
}

function checkCertificate({ hostname, port }: URL): Promise<string> {
  const address = { host: hostname, port: Number(port || 443), servername: hostname, timeout: requestTimeout };
  return new Promise((resolve, reject) => {
    const socket = connect(address, () => {
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / 86_400_000);
      socket.destroy();
      if (days < minCertificateDays) reject(new Error(`${days} days left`));
      else resolve(`${days} days left`);
    });
    socket.on("error", reject).on("timeout", () => socket.destroy(new Error("no answer")));
  });
}

/** Sends a test request through the form's address, and waits until the mail server has accepted its email. */
async function sendTestRequest(formUrl: URL, key: string | undefined, seconds: number): Promise<string> {
  if (!key) throw new Error("SMOKE_KEY is not set, here or on the server");
  // The secret key must not cross a network unencrypted.
  if (formUrl.protocol !== "https:" && !isLoopbackHost(formUrl.hostname)) throw new Error("needs https");
  const start = performance.now();
  const headers = { [smokeKeyHeader]: key, "content-type": "application/json" };
  const { text } = await get(formUrl.href, { method: "POST", headers, body: JSON.stringify(testRequest) });
  const { reference } = JSON.parse(text);
  const statusUrl = new URL(formUrl);
  statusUrl.searchParams.set("test", reference);
  const end = start + seconds * 1000;
  while (performance.now() < end) {
    const { delivered } = JSON.parse((await get(statusUrl.href, { headers })).text);
    if (delivered) return `delivered in ${((performance.now() - start) / 1000).toFixed(1)} s`;
    await new Promise((next) => setTimeout(next, 500));
  }
  throw new Error(`stored as ${reference}, but its email was not accepted within ${seconds} s`);
}
