import { expect, it } from "vitest";
import { isSameOriginPost } from "./request-checks.ts";

const request = (headers: Record<string, string> = {}, url = "http://desk.test:3000/desk") =>
  ({ url, headers: new Headers(headers) }) as Request;

it.each<[Record<string, string>, string | null, boolean]>([
  [{}, null, true],
  [{ "sec-fetch-site": "same-origin" }, null, true],
  [{ "sec-fetch-site": "same-site" }, null, false],
  [{ "sec-fetch-site": "same-origin", origin: "null" }, null, true],
  [{ origin: "http://desk.test:3000" }, null, true],
  [{ origin: "https://studio.test" }, "https://studio.test", true],
  [{ origin: "https://evil.test" }, "https://studio.test", false],
  [{ "sec-fetch-site": "cross-site", origin: "http://desk.test:3000" }, null, false],
])("A form with the headers %j, for the site %s, is the desk's own: %s", (headers, siteUrl, own) => {
  expect(isSameOriginPost(request(headers), siteUrl)).toBe(own);
});
