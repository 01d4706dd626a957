import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "../../../src/build/list-files.ts";
import type { HttpResult } from "../../kit/http-request.ts";
import { judge } from "../results.ts";
import type { Ask, Attack, Browser } from "./client.ts";

const reads = "site session form?file=studio.yaml history publish launch picture/hero".split(" ");
const posts = "save check preview undo launch discard-draft save-picture publish publish-stop picture?for=hero".split(
  " ",
);
const pages = " / /editor.js /style.css /page/ /page/about /pictures/hero.webp".split(" ");
const addresses = [...pages, ...[...reads, ...posts].map((name) => `/api/${name}`)].map((path) => `/edit${path}`);

/** The ways to write an address that a guard may not recognise. */
const spellings = (path: string) => [
  `/${path}`,
  `//evil.example${path}`,
  `http://evil.example${path}`,
  ...["/edit/", "/./edit", "/x/../edit", "/%65dit", "/EDIT", "\\edit", "/edit/%2e%2e/edit", "/edit;x"].map((edit) =>
    path.replace("/edit", edit),
  ),
  `${path}%00`,
  `${path}/`,
];

export const proveStrangers: Attack = async ({ visit, phone, options }) => {
  const unknown = randomBytes(32).toString("hex");
  const cookies = [undefined, "", "__Host-desk=", `__Host-desk=${unknown}`, "__Host-desk=../../etc/passwd"];
  const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"];
  const strangers = cookies.flatMap((cookie) => {
    const browser = { ...(cookie !== undefined && { cookie }), mark: "1" };
    return methods.flatMap((method) =>
      [...addresses, "/edit/api/events"].map(
        (path): Ask => ({ path, method, browser, ...(!/GET|HEAD/.test(method) && { body: "{}" }) }),
      ),
    );
  });
  const isRefused = ({ status, headers }: HttpResult, { path }: Ask) =>
    path.includes("/api/") ? status === 401 : status === 303 && headers.location === "/desk";
  const disguised = addresses
    .flatMap(spellings)
    .flatMap((path): Ask[] => [
      { path },
      { path, browser: { cookie: phone.cookie }, headers: { origin: "https://evil.example" } },
    ]);
  // Nothing of the editor may be in an answer; the site's own pages may.
  const isClosed = ({ status, text }: HttpResult) =>
    status > 0 && status < 500 && !/"mark"|"publishing"|id="editor"|"version":/.test(text);
  return judge("Without a session no address of the hosted editor answers, whatever the method and the spelling", {
    ...(await visit.askAll(strangers, isRefused, options)),
    ...(await visit.askAll(disguised, isClosed, options)),
  });
};

export const proveOtherSites: Attack = async ({ visit, phone, tablet, options }) => {
  const origins = ["https://evil.example", "null", "http://localhost:1", "https://www.studio.example.evil.example"];
  const marks = ["", "1", tablet.mark, phone.mark.slice(1), `${phone.mark}, ${phone.mark}`];
  const forgeries: { browser: Partial<Browser>; headers?: Record<string, string> }[] = [
    ...origins.map((origin) => ({ browser: phone, headers: { origin } })),
    ...["cross-site", "same-site", "garbage"].map((site) => ({ browser: phone, headers: { "sec-fetch-site": site } })),
    ...["evil.example", "127.0.0.1", "[::1]", ""].map((host) => ({ browser: phone, headers: { host } })),
    // A form carries no such header, and other sessions have other marks.
    { browser: { cookie: phone.cookie } },
    ...marks.map((mark) => ({ browser: { ...phone, mark } })),
  ];
  const types = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json"];
  const posted = forgeries.flatMap((forgery) =>
    posts.flatMap((name) =>
      types.map((type): Ask => {
        const headers = { ...forgery.headers, "content-type": type };
        return { ...forgery, path: `/edit/api/${name}`, method: "POST", body: "{}", headers };
      }),
    ),
  );
  const read = reads.map((name): Ask => {
    const headers = { "sec-fetch-site": "cross-site" };
    return { path: `/edit/api/${name}`, browser: { cookie: phone.cookie }, headers };
  });
  const figures = await visit.askAll([...posted, ...read], ({ status }) => status === 403, options);
  return judge("Another site cannot make the owner's browser save, publish or read", figures);
};

const secret = "a-file-that-nobody-may-read";

export const proveNames: Attack = async ({ visit, hosted, phone, options }) => {
  writeFileSync(join(hosted.folder, "secret.yaml"), `heading: ${secret}\n`);
  writeFileSync(join(hosted.folder, "secret.webp"), secret);
  const steps = ["../", "..\\", "images/../../", "%2e%2e%2f", "..%2f", "....//", "./../", `${hosted.folder}/`];
  const targets = "secret.yaml secret.webp secret data/requests.db .env package.json".split(" ");
  const names = [
    ...steps.flatMap((step) => targets.map((target) => step + target)),
    "/etc/passwd",
    "__proto__",
    "a\0.md",
  ];
  const asked = names.flatMap((name): Ask[] => {
    const paths = ["api/form?file=", "api/picture/", "pictures/", "page/"].map(
      (path) => path + encodeURIComponent(name),
    );
    const edits = [{ do: "set", path: "heading", value: "changed" }];
    const bodies = {
      save: { file: name, version: "", edits },
      preview: { edits: { [name]: edits } },
      "save-picture": { alt: "A wall", version: "", focus: null, person: false, id: name, name: "hero" },
      undo: { id: name },
    };
    const writes = Object.entries(bodies).map(([call, body]): Ask => {
      return { path: `/edit/api/${call}`, method: "POST", browser: phone, body: JSON.stringify(body) };
    });
    return [...paths.map((path): Ask => ({ path: `/edit/${path}`, browser: phone })), ...writes];
  });
  const listOthers = () =>
    listFiles(hosted.folder)
      .filter((file) => !file.startsWith("data/"))
      .sort()
      .join();
  const before = listOthers();
  const isClosed = ({ status, text }: HttpResult) =>
    status > 0 && status < 500 && !text.includes(secret) && !/root:.*:0:0:/.test(text);
  return judge("No name of a file or a picture leads the hosted editor out of the content", {
    ...(await visit.askAll(asked, isClosed, options)),
    "files outside as before": listOthers() === before,
  });
};

export const proveSignOut: Attack = async ({ visit, phone, tablet, options }) => {
  const open = visit.ask({ path: "/edit/api/events", browser: tablet });
  await visit.submit("/desk", "sign out everywhere", phone.cookie);
  const asked = [phone, tablet].flatMap((browser) => [
    ...addresses.map((path): Ask => ({ path, browser })),
    ...posts.map((name): Ask => ({ path: `/edit/api/${name}`, method: "POST", browser, body: "{}" })),
  ]);
  const isOut = ({ status }: HttpResult, { path }: Ask) => status === (path.includes("/api/") ? 401 : 303);
  const figures = await visit.askAll(asked, isOut, options);
  const began = performance.now();
  const { status } = await open;
  const seconds = (performance.now() - began) / 1_000;
  return judge("Sign out everywhere ends every session of the hosted editor, and the windows that are open", {
    ...figures,
    [`the open window ended after ${seconds.toFixed(1)} s`]: status === 200 && seconds < 10,
  });
};
