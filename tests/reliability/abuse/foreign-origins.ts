import { endpoint } from "../../../src/requests/request.ts";
import { startDeployedNginx, studioHost } from "../../kit/deployed-nginx.ts";
import { sendRequest } from "../../kit/http-request.ts";
import { hasNginx } from "../../kit/nginx.ts";
import { sampleEmail, sampleRequest } from "../../kit/sample-request.ts";
import { startExampleSite } from "../example-site.ts";
import type { Options, Result } from "../result.ts";

/** Addresses that a browser sends as a path, and that a careless server reads as one on the attacker's own host. */
const disguises = [
  (host: string) => `//${host}${endpoint}?`,
  (host: string) => `//${host}${endpoint}`,
  (host: string) => `///${host}${endpoint}`,
  (host: string) => `//name@${host}${endpoint}?`,
  (host: string) => `//${studioHost}@${host}${endpoint}`,
  (host: string) => `//${host}:80${endpoint}`,
  (host: string) => `/\\${host}${endpoint}`,
  (host: string) => `\\\\${host}${endpoint}`,
  (host: string) => `/%2f${host}${endpoint}`,
  (host: string) => `/.//${host}${endpoint}`,
  (host: string) => `//${host}/..${endpoint}`,
  (host: string) => `//${host}#@${studioHost}${endpoint}`,
  (host: string) => `http://${host}${endpoint}`,
  (host: string) => `https://${host}//${studioHost}${endpoint}`,
  () => endpoint,
  () => `/.${endpoint}`,
  () => `/${endpoint}`,
];
const hosts = ["evil.example", "evil.example:4447", `${studioHost}.evil.example`, "[::1]", "xn--evl-6ma.example"];

/** Pages of other sites send requests, with the address written so that it may pass for their own. */
export async function proveForeignOrigins(_: Options): Promise<Result[]> {
  const site = await startExampleSite({ ALLOWED_ORIGINS: `https://${studioHost}`, RATE_LIMIT: "off" });
  const nginx = hasNginx() ? await startDeployedNginx({ project: process.cwd(), serverPort: site.port }) : undefined;
  const ports = [site.port, ...(nginx ? [nginx.ports.proxy] : [])];
  let number = 0;
  const post = async (port: number, path: string, origin: string) => {
    const body = JSON.stringify({ ...sampleRequest, email: sampleEmail(++number) });
    const headers = { host: studioHost, "content-type": "application/json", origin };
    return (await sendRequest({ port, method: "POST", path, headers, body })).status;
  };
  try {
    const statuses = new Map<number, number>();
    for (const port of ports) {
      for (const host of hosts) {
        for (const disguise of disguises) {
          const status = await post(port, disguise(host), `http://${host}`);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      }
    }
    const tried = number;
    const stored = (await site.stored()).length;
    // The studio's own page is let through, or the attack would prove nothing.
    const own = await post(site.port, endpoint, `https://${studioHost}`);
    return [
      {
        claim: "No page of another site sends a request, however it writes the address",
        method: `ALLOWED_ORIGINS names the studio; posts to addresses with two slashes, names, backslashes and full URLs${nginx ? ", through the documented nginx too" : ""}`,
        measured: `${tried} tried, ${stored} stored; answers ${[...statuses].map(([status, count]) => `${count}× ${status}`).join(", ")}; the studio's own page ${own}`,
        passed: stored === 0 && own === 200,
      },
    ];
  } finally {
    await nginx?.stop();
    await site.stop();
  }
}
