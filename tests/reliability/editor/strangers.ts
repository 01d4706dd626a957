import { randomBytes } from "node:crypto";
import type { HttpResult } from "../../kit/http-request.ts";
import { type Ask, type Attack, addresses, type Browser, judge, posts, reads } from "./hosted-client.ts";

export const proveNoSession: Attack = async ({ visit, options }) => {
  const cookies = [
    undefined,
    "",
    "__Host-desk=",
    `__Host-desk=${"0".repeat(64)}`,
    `__Host-desk=${randomBytes(32).toString("hex")}`,
    `desk-${0}=${"a".repeat(64)}`,
    "__Host-desk=../../etc/passwd",
  ];
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
  const asked = cookies.flatMap((cookie) =>
    methods.flatMap((method) =>
      addresses.map(
        (path): Ask => ({
          path,
          method,
          browser: { ...(cookie !== undefined && { cookie }), mark: "1" },
          ...(method !== "GET" && method !== "HEAD" && { body: "{}" }),
        }),
      ),
    ),
  );
  const isRefused = ({ status, headers, text }: HttpResult, { path }: Ask) =>
    path.includes("/api/") ? status === 401 && !text.includes("mark") : status === 303 && headers.location === "/desk";
  return {
    claim: "Without a session no address of the hosted editor answers, whatever the method",
    method: `${addresses.length} addresses, ${methods.length} methods, ${cookies.length} cookies that nobody was given`,
    ...(await judge(visit, asked, isRefused, options)),
  };
};

export const proveOtherSites: Attack = async ({ visit, phone, tablet, options }) => {
  const origins =
    "https://evil.example null http://localhost http://localhost:1 https://www.studio.example.evil.example file://";
  const forgeries: { browser: Partial<Browser>; headers?: Record<string, string> }[] = [
    ...origins.split(" ").map((origin) => ({ browser: phone, headers: { origin } })),
    ...["cross-site", "same-site", "garbage"].map((site) => ({ browser: phone, headers: { "sec-fetch-site": site } })),
    ...["evil.example", "localhost.evil.example", "127.0.0.1", "[::1]", ""].map((host) => ({
      browser: phone,
      headers: { host },
    })),
    // A form carries no such header, and other sessions have other marks.
    { browser: { cookie: phone.cookie } },
    ...["", "1", tablet.mark, phone.mark.toUpperCase(), phone.mark.slice(1), `${phone.mark}, ${phone.mark}`].map(
      (mark) => ({ browser: { ...phone, mark } }),
    ),
  ];
  const types = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json"];
  const asked = forgeries.flatMap((forgery) =>
    posts.flatMap((name) =>
      types.map(
        (type): Ask => ({
          ...forgery,
          path: `/edit/api/${name}`,
          method: "POST",
          body: "{}",
          headers: { ...forgery.headers, "content-type": type },
        }),
      ),
    ),
  );
  const readings = reads
    .filter((name) => name !== "events")
    .map(
      (name): Ask => ({
        path: `/edit/api/${name}`,
        browser: { cookie: phone.cookie },
        headers: { "sec-fetch-site": "cross-site" },
      }),
    );
  return {
    claim: "Another site cannot make the owner's browser save, publish or read",
    method: `Her own cookie with foreign Origin, Sec-Fetch-Site and Host, without her session's mark or with another's, in ${types.length} content types`,
    ...(await judge(visit, [...asked, ...readings], ({ status }) => status === 403, options)),
  };
};

export const proveAddresses: Attack = async ({ visit, phone, options }) => {
  const spellings = (path: string) => [
    `/${path}`,
    `//evil.example${path}`,
    `http://evil.example${path}`,
    path.replace("/edit", "/edit/"),
    path.replace("/edit", "/./edit"),
    path.replace("/edit", "/x/../edit"),
    path.replace("/edit", "/%65dit"),
    path.replace("/edit", "/EDIT"),
    path.replace("/edit", "\\edit"),
    path.replace("/edit", "/edit/%2e%2e/edit"),
    path.replace("/edit", "/edit;x"),
    `${path}%00`,
    `${path}/`,
  ];
  const paths = addresses.filter((path) => !path.endsWith("/events")).flatMap(spellings);
  const stranger = paths.map((path): Ask => ({ path }));
  const forged = paths.map(
    (path): Ask => ({ path, browser: { cookie: phone.cookie }, headers: { origin: "https://evil.example" } }),
  );
  // Nothing of the editor may be in an answer; the site's own pages may.
  const isClosed = ({ status, text }: HttpResult) =>
    status > 0 && status < 500 && !/"mark"|"publishing"|id="editor"|"version":/.test(text);
  return {
    claim: "No spelling of an address passes the guard of the hosted editor by",
    method:
      "Two slashes, another host, capitals, dots, backslashes, encoded letters and NULs, without a session and with a foreign origin",
    ...(await judge(visit, [...stranger, ...forged], isClosed, options)),
  };
};

export const proveSignOut: Attack = async ({ visit, phone, tablet, options }) => {
  const open = visit.ask({ path: "/edit/api/events", browser: tablet });
  await visit.submit("/desk", "sign out everywhere", phone.cookie);
  const asked = [phone, tablet].flatMap((browser) => [
    ...addresses.map((path): Ask => ({ path, browser })),
    ...posts.map((name): Ask => ({ path: `/edit/api/${name}`, method: "POST", browser, body: "{}" })),
  ]);
  const { measured, passed } = await judge(
    visit,
    asked,
    ({ status }, { path }) => status === (path.includes("/api/") ? 401 : 303),
    options,
  );
  const began = performance.now();
  const { status } = await open;
  const seconds = (performance.now() - began) / 1_000;
  return {
    claim: "Sign out everywhere ends every session of the hosted editor, and the windows that are open",
    method: "Every address and every call with the cookie and mark of before, and an open stream of events",
    measured: `${measured}; the open window ended after ${seconds.toFixed(1)} s`,
    passed: passed && status === 200 && seconds < 10,
  };
};
