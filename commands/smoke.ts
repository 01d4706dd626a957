import { connect } from "node:tls";
import { parseArgs } from "node:util";
import { errorMessage } from "../src/log/errors.ts";
import { endpoint, mapFields } from "../src/requests/request.ts";
import { smokeKeyHeader } from "../src/requests/smoke-test.ts";
import { loadEnvironment } from "../src/settings/load.ts";
import { isLoopbackHost } from "../src/settings/site-address.ts";

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

const environment = loadEnvironment();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { wait: { type: "string", default: "120" } },
});
const [address = ""] = positionals;
if (!/^https?:$/.test(URL.parse(address)?.protocol ?? "")) {
  console.error(usage);
  process.exit(1);
}
const { origin, protocol, hostname, port } = new URL(address);
let failed = 0;

/** Prints one line for each check. */
async function check(name: string, run: () => Promise<string>): Promise<void> {
  try {
    console.log(`ok    ${name}: ${await run()}`);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${name}: ${errorMessage(error)}`);
  }
}

let formUrl = new URL(endpoint, origin);

await check("home page", async () => {
  const { text, headers, summary } = await get("/");
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
});
await check("contact page", async () => {
  const { text, summary } = await get("/contact");
  const action = /<form[^>]*\saction="([^"]+)"/.exec(text)?.[1];
  if (!action) throw new Error("it has no form");
  formUrl = new URL(action, origin);
  return summary;
});
if (protocol === "https:") await check("certificate", checkCertificate);
await check("health", async () => {
  const place = formUrl.origin === origin ? new URL("/healthz", origin).href : `${formUrl.href}/health`;
  const { text, summary } = await get(place);
  if (JSON.parse(text).ok !== true) throw new Error("it reports a problem");
  return summary;
});
await check("a test request, to the mail server", sendTestRequest);
process.exitCode = failed ? 1 : 0;

async function get(path: string, options: RequestInit = {}) {
  const start = performance.now();
  const url = new URL(path, origin);
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

function checkCertificate(): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host: hostname, port: Number(port || 443), servername: hostname, timeout: requestTimeout },
      () => {
        const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / 86_400_000);
        socket.destroy();
        if (days < minCertificateDays) reject(new Error(`${days} days left`));
        else resolve(`${days} days left`);
      },
    );
    socket.on("error", reject).on("timeout", () => socket.destroy(new Error("no answer")));
  });
}

/** Sends a test request through the form's address, and waits until the mail server has accepted its email. */
async function sendTestRequest(): Promise<string> {
  const key = environment.SMOKE_KEY?.trim();
  if (!key) throw new Error("SMOKE_KEY is not set, here or on the server");
  // The secret key must not cross a network unencrypted.
  if (formUrl.protocol !== "https:" && !isLoopbackHost(formUrl.hostname)) throw new Error("needs https");
  const start = performance.now();
  const headers = { [smokeKeyHeader]: key, "content-type": "application/json" };
  const { text } = await get(formUrl.href, { method: "POST", headers, body: JSON.stringify(testRequest) });
  const { reference } = JSON.parse(text);
  const statusUrl = new URL(formUrl);
  statusUrl.searchParams.set("test", reference);
  const end = start + Number(values.wait) * 1000;
  while (performance.now() < end) {
    const { delivered } = JSON.parse((await get(statusUrl.href, { headers })).text);
    if (delivered) return `delivered in ${((performance.now() - start) / 1000).toFixed(1)} s`;
    await new Promise((next) => setTimeout(next, 500));
  }
  throw new Error(`stored as ${reference}, but its email was not accepted within ${values.wait} s`);
}
