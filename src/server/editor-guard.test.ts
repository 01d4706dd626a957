import { expect, test } from "vitest";
import { hostedGuard, localGuard } from "./editor-guard.ts";

const local = localGuard("token");
const hosted = hostedGuard("https://www.studio.example", async () => "token");
const [here, site, evil] = ["localhost:3020", "www.studio.example", "evil.example"];

test.each([
  ["its own page", local, { host: here, origin: `http://${here}`, "sec-fetch-site": "same-origin" }, true],
  ["a typed address", local, { host: "127.0.0.1:3020", "sec-fetch-site": "none" }, true],
  ["a foreign host name", local, { host: `${evil}:3020`, origin: `http://${evil}:3020` }, false],
  ["a host name that begins with localhost", local, { host: `localhost.${evil}` }, false],
  ["a page of another site", local, { host: here, origin: `https://${evil}` }, false],
  ["a picture on a page of another site", local, { host: here, "sec-fetch-site": "cross-site" }, false],
  ["another port of this machine", local, { host: here, "sec-fetch-site": "same-site" }, false],
  ["an opaque origin", local, { host: here, origin: "null" }, false],
  ["its own page", hosted, { host: site, origin: `https://${site}`, "sec-fetch-site": "same-origin" }, true],
  ["the loopback address", hosted, { host: here }, false],
  ["a foreign host name", hosted, { host: evil, origin: `https://${evil}` }, false],
  ["a page of another site", hosted, { host: site, origin: `https://${evil}` }, false],
  ["a page of a sibling site", hosted, { host: site, "sec-fetch-site": "same-site" }, false],
  ["the site without encryption", hosted, { host: site, origin: `http://${site}` }, false],
])("%s is known for what it is", (_, guard, headers, isOwn) => {
  expect(
    guard.isOwn(new Request(`http://${headers.host}/edit/`, { headers: new Headers(Object.entries(headers)) })),
  ).toBe(isOwn);
});
