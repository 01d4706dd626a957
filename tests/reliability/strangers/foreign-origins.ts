import { endpoint } from "../../../src/requests/request.ts";
import { hasNginx, startDeployedNginx, studioHost } from "../../kit/nginx.ts";
import { sampleRequest } from "../../kit/sample-request.ts";
import { countEach, type Prove, resultOf } from "../results.ts";
import { startExampleSite } from "../servers.ts";
import { postWords } from "../visitors.ts";

/** Addresses that a browser sends as a path, and that a careless server reads as one on the attacker's own host. */
const disguises = (host: string) => [
  `//${host}${endpoint}?`,
  `//${studioHost}@${host}${endpoint}`,
  `//${host}:80${endpoint}`,
  `/\\${host}${endpoint}`,
  `/%2f${host}${endpoint}`,
  `//${host}/..${endpoint}`,
  `//${host}#@${studioHost}${endpoint}`,
  `http://${host}${endpoint}`,
  endpoint,
  `/.${endpoint}`,
];

/** Pages of other sites send requests, with the address written so that it may pass for their own. */
export const proveForeignOrigins: Prove = async () => {
  await using site = await startExampleSite({ ALLOWED_ORIGINS: `https://${studioHost}`, RATE_LIMIT: "off" });
  const nginx = hasNginx() ? await startDeployedNginx({ project: process.cwd(), serverPort: site.port }) : undefined;
  const statuses: number[] = [];
  const post = async (port: number, path: string, origin: string) =>
    (await postWords(sampleRequest, { port, path, headers: { host: studioHost, origin } })).status;
  try {
    for (const port of [site.port, ...(nginx ? [nginx.ports.proxy] : [])])
      for (const host of ["evil.example:4447", `${studioHost}.evil.example`, "[::1]"])
        for (const path of disguises(host)) statuses.push(await post(port, path, `http://${host}`));
    const stored = (await site.requests()).length;
    // The studio's own page is let through, or the attack would prove nothing.
    const own = await post(site.port, endpoint, `https://${studioHost}`);
    return [
      resultOf("No page of another site sends a request, however it writes the address", {
        [`${statuses.length} tried${nginx ? ", half of them through nginx" : ""}`]: true,
        [`${stored} stored`]: stored === 0,
        [`answers ${countEach(statuses)}`]: true,
        [`the studio's own page ${own}`]: own === 200,
      }),
    ];
  } finally {
    await nginx?.stop();
  }
};
