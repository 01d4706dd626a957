// Over 250 lines: The attacks on the hosted editor share one signed-in server, and each is a short list with its verdict.
import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { listFiles } from "../../src/build/list-files.ts";
import type { PublishStatus } from "../../src/editor/api/api-types.ts";
import { type HostedSite, startHostedSite } from "../kit/hosted-site.ts";
import { type HttpResult, runConcurrently, sendRequest } from "../kit/http-request.ts";
import { waitUntil } from "../kit/spawn-server.ts";
import { formatCount } from "../kit/statistics.ts";
import { saveInTwoWindows } from "../kit/two-windows.ts";
import { buildOnce } from "./example-site.ts";
import { type Options, type Result, scaled } from "./result.ts";
import { runProcess } from "./run-process.ts";

const reads = ["site", "session", "form?file=studio.yaml", "history", "publish", "launch", "events", "picture/hero"];
const writes = [
  "save",
  "check",
  "preview",
  "undo",
  "publish",
  "publish-stop",
  "launch",
  "discard-draft",
  "save-picture",
];
const posts = [...writes, "picture?for=hero"];
const pages = [
  "",
  "/",
  "/editor.js",
  "/style.css",
  "/studio.css",
  "/icon.svg",
  "/page/",
  "/page/about",
  "/pictures/hero.webp",
];
const addresses = [...pages, ...[...reads, ...posts].map((name) => `/api/${name}`)].map((path) => `/edit${path}`);
const secret = "a-file-that-nobody-may-read";

/** Who asks: a browser with its cookie and the mark of its session. */
type Browser = { cookie: string; mark: string };
type Ask = {
  path: string;
  method?: string;
  browser?: Partial<Browser>;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

/** Attacks on the editor inside the server, from outside and by a browser that is signed in. */
export async function proveHostedEditor(options: Options): Promise<Result[]> {
  buildOnce();
  const hosted = await startHostedSite();
  const visit = openClient(hosted);
  try {
    // A used link does not count, so the second phone can sign in at once.
    const [phone, tablet] = [await visit.signIn(), await visit.signIn()];
    const results = [
      await proveNoSession(visit, options),
      await proveOtherSites(visit, phone, tablet, options),
      await proveAddresses(visit, phone, options),
      await proveNames(visit, hosted, phone, options),
      await proveBodies(visit, phone, options),
      await proveUploads(visit, hosted, phone, options),
      await proveTwoPeople(visit, hosted, [phone, tablet], options),
      await provePublishDuringBackup(visit, hosted, phone),
      await proveSignOut(visit, phone, tablet, options),
    ];
    return [...results, await proveTooLittleMemory()];
  } finally {
    await hosted.stop();
  }
}

type Client = ReturnType<typeof openClient>;

function openClient({ port, site, signInLink, read, folder }: HostedSite) {
  const host = new URL(site).host;
  const ask = ({ path, method = "GET", browser = {}, headers = {}, body }: Ask): Promise<HttpResult> =>
    sendRequest({
      ...{ port, path, method, body },
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
async function judge(
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

async function proveNoSession(visit: Client, options: Options): Promise<Result> {
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
}

async function proveOtherSites(visit: Client, phone: Browser, tablet: Browser, options: Options): Promise<Result> {
  const forgeries: { browser: Partial<Browser>; headers?: Record<string, string> }[] = [
    ...[
      "https://evil.example",
      "null",
      "http://localhost",
      "http://localhost:1",
      "https://www.studio.example.evil.example",
      "file://",
    ].map((origin) => ({ browser: phone, headers: { origin } })),
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
  const types = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json",
  ];
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
}

async function proveAddresses(visit: Client, phone: Browser, options: Options): Promise<Result> {
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
}

async function proveNames(visit: Client, hosted: HostedSite, phone: Browser, options: Options): Promise<Result> {
  writeFileSync(join(hosted.folder, "secret.yaml"), `heading: ${secret}\n`);
  writeFileSync(join(hosted.folder, "secret.webp"), secret);
  const steps = [
    "../",
    "..\\",
    "pages/../../",
    "images/../../",
    "%2e%2e%2f",
    "..%2f",
    "....//",
    "/",
    "//",
    "./../",
    `${hosted.folder}/`,
  ];
  const targets = [
    "secret.yaml",
    "secret.webp",
    "secret",
    "data/requests.db",
    "etc/passwd",
    ".env",
    "package.json",
    "content/../secret.yaml",
  ];
  const names = [
    ...steps.flatMap((step) => targets.map((target) => step + target)),
    "/etc/passwd",
    "__proto__",
    "constructor",
    "studio.yaml\0.md",
    "CON",
    "a".repeat(5_000),
    ".",
    "",
  ];
  const asked = names.flatMap((name): Ask[] => {
    const encoded = encodeURIComponent(name);
    const read = [`form?file=${encoded}`, `picture/${encoded}`].map((path) => ({
      path: `/edit/api/${path}`,
      browser: phone,
    }));
    const shown = ["pictures", "page"].map((folder) => ({ path: `/edit/${folder}/${encoded}`, browser: phone }));
    const edits = [{ do: "set", path: "heading", value: "changed" }];
    const bodies: [string, unknown][] = [
      ["save", { file: name, version: "", edits }],
      ["check", { file: name, version: "", edits }],
      ["discard-draft", { file: name, path: "heading" }],
      ["preview", { edits: { [name]: edits } }],
      ["save-picture", { id: name, name: "hero", alt: "A wall", version: "", focus: null, person: false }],
      ["save-picture", { id: "0".repeat(36), name, alt: "A wall", version: "", focus: null, person: false }],
      ["undo", { id: name }],
    ];
    const written = bodies.map(
      ([call, body]): Ask => ({
        path: `/edit/api/${call}`,
        method: "POST",
        browser: phone,
        body: JSON.stringify(body),
      }),
    );
    return [...read, ...shown, ...written];
  });
  const outside = () =>
    listFiles(hosted.folder)
      .filter((file) => !file.startsWith("data/"))
      .sort()
      .join();
  const before = outside();
  const isClosed = ({ status, text }: HttpResult) =>
    status > 0 && status < 500 && !text.includes(secret) && !/root:.*:0:0:/.test(text);
  const { measured, passed } = await judge(visit, asked, isClosed, options);
  return {
    claim: "No name of a file or a picture leads the hosted editor out of the content",
    method:
      "Signed in: steps upward and absolute paths to data, settings and system files, read, previewed, saved and undone",
    measured: `${measured}; files outside ${outside() === before ? "as before" : "CHANGED"}`,
    passed: passed && outside() === before,
  };
}

async function proveBodies(visit: Client, phone: Browser, options: Options): Promise<Result> {
  const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const bodies = [
    ...'not JSON|[]|null|7|"text"|{|{"file":|\u0000|\ufeff{}|{"__proto__":{"edits":[]}}|{"constructor":{}}'.split("|"),
    '{"file":7,"version":7,"edits":7}',
    '{"file":"pages/about.yaml","version":"","edits":[{"do":"erase","path":"heading"}]}',
    '{"file":"pages/about.yaml","version":"","edits":[{"do":"set","path":"__proto__/polluted","value":1}]}',
    '{"file":"pages/about.yaml","version":"","edits":[{"do":"set","path":"constructor/prototype/x","value":1}]}',
    '{"file":"pages/about.yaml","version":"","edits":[{"do":"move","path":"heading","from":-1,"to":1e308}]}',
    deep(100_000),
    `{"file":"${"a".repeat(1_000_000)}"}`,
    `"${"a".repeat(3_000_000)}"`,
    "\xff\xfe".repeat(1_000),
  ];
  const asked = bodies.flatMap((body) =>
    writes
      .filter((name) => !name.startsWith("publish"))
      .map((name): Ask => ({ path: `/edit/api/${name}`, method: "POST", browser: phone, body })),
  );
  const isHandled = ({ status }: HttpResult) => status >= 400 && status < 500;
  const { measured, passed } = await judge(
    visit,
    [...asked, { path: "/edit/api/picture?for=hero", method: "POST", browser: phone, body: Buffer.alloc(43e6) }],
    isHandled,
    options,
  );
  return {
    claim: "The hosted editor answers a body that is no JSON, of the wrong kind or huge, and changes nothing",
    method: "Signed in: broken, deep, polluting and wrong bodies up to 3 MB for every call, and an upload of 43 MB",
    measured,
    passed,
  };
}

function png(width: number, height: number, data: Buffer): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const content = Buffer.concat([Buffer.from(type), body]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    sum.writeUInt32BE(crc32(content));
    return Buffer.concat([length, content, sum]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

/** Sets the size that a HEIC says it has, in every place where it says one. */
function enlargeHeic(bytes: Buffer, size: number): Buffer {
  const large = Buffer.from(bytes);
  for (let at = large.indexOf("ispe"); at >= 0; at = large.indexOf("ispe", at + 4)) {
    large.writeUInt32BE(size, at + 8);
    large.writeUInt32BE(size, at + 12);
  }
  return large;
}

async function proveUploads(visit: Client, hosted: HostedSite, phone: Browser, options: Options): Promise<Result> {
  const photograph = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#88aa99" } })
    .jpeg()
    .toBuffer();
  const heic = readFileSync("src/editor/pictures/sample.heic");
  const svg = (inner: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1500">${inner}</svg>`);
  const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("");
  const hostile = [
    ...[
      "",
      "words",
      "<script>alert(1)</script>",
      "GIF89a",
      "%PDF-1.7",
      "PK\x03\x04",
      "\x89PNG\r\n\x1a\n",
      "RIFF\x00\x00\x00\x00WEBP",
      "#!/bin/sh\nid",
    ].map((text) => Buffer.from(text, "latin1")),
    svg("<script>alert(1)</script>"),
    svg('<image href="file:///etc/passwd"/><foreignObject><iframe src="javascript:alert(1)"/></foreignObject>'),
    Buffer.from(
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
    ),
    Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]><svg xmlns="http://www.w3.org/2000/svg"><text>&l9;</text></svg>`,
    ),
    png(40_000, 40_000, deflateSync(Buffer.alloc(1_000))),
    png(60_000, 60_000, deflateSync(Buffer.alloc(60_000 * 200))),
    png(14_000, 14_000, deflateSync(Buffer.alloc(14_000 * 1_751))),
    enlargeHeic(heic, 14_336),
    enlargeHeic(heic, 65_535),
    photograph.subarray(0, photograph.length / 2),
    Buffer.concat([Buffer.from("<script>"), photograph]),
  ];
  // Files in which some bytes are others; a decoder may take them or not.
  const mutated = Array.from({ length: scaled(100, options, 5) }, (_, number) => {
    const bytes = Buffer.from(number % 2 ? heic : photograph);
    for (let change = 0; change < 5; change++) bytes[(number * 7_919 + change * 104_729) % bytes.length] = number & 255;
    return bytes;
  });
  const fileNames = ["a.jpg", "../../content/studio.yaml", "<img src=x onerror=alert(1)>.svg", "a\u202egpj.exe"];
  const upload = (body: Buffer, name = "a.jpg"): Ask => ({
    path: "/edit/api/picture?for=hero",
    method: "POST",
    browser: phone,
    body,
    headers: { "x-file-name": encodeURIComponent(name) },
  });
  const refused = hostile.flatMap((body) => fileNames.map((name) => upload(body, name)));
  const first = await judge(
    visit,
    refused,
    ({ status, text }) => status === 422 && JSON.parse(text).message.includes("was not accepted"),
    options,
  );
  const second = await judge(
    visit,
    mutated.map((body) => upload(body)),
    ({ status }) => status === 200 || status === 422,
    options,
  );
  const good = await visit.ask(upload(photograph));
  const kept = join(hosted.folder, "data/editor/content/taken");
  const strange = readdirSync(kept).filter(
    (name) =>
      !/^[\da-f-]{36}\.webp$/.test(name) || readFileSync(join(kept, name)).subarray(8, 12).toString() !== "WEBP",
  );
  const memory = Math.round(hosted.memory("VmHWM"));
  return {
    claim: "The hosted editor takes no upload that is no picture, and none that needs more memory than there is",
    method:
      "Scripts, archives, SVG with script, file entities and laughs, PNG and HEIC of up to 4.3 billion pixels, cut and mutated files",
    measured: `${first.measured}; mutated: ${second.measured}; ${strange.length} files kept that are no WebP; a photograph afterwards ${good.status}; server at most ${memory} MB`,
    passed: first.passed && second.passed && strange.length === 0 && good.status === 200 && memory < 512,
  };
}

async function proveTwoPeople(visit: Client, hosted: HostedSite, people: Browser[], options: Options): Promise<Result> {
  const saves = scaled(400, options, 20);
  const file = "pages/home.yaml";
  const form = await visit.ask({ path: `/edit/api/form?file=${encodeURIComponent(file)}`, browser: people[0] ?? {} });
  const { version } = JSON.parse(form.text);
  let turn = 0;
  const { acknowledged, lost } = await saveInTwoWindows(
    async (body) => {
      const { status, text } = await visit.post("save", people[turn++ % people.length] as Browser, body);
      return { status, version: JSON.parse(text).form?.version ?? "" };
    },
    hosted.read,
    saves,
    version,
  );
  const stale = await visit.post("save", people[1] as Browser, {
    file,
    version,
    edits: [{ do: "set", path: "hero/button", value: "Theirs" }],
  });
  return {
    claim: "Two people who edit on the server at once lose no word, and are asked where they meant the same one",
    method:
      "Two signed-in phones, saves of different fields of one file two at a time; then one with a version from before",
    measured: `${acknowledged} of ${saves} acknowledged, ${lost.length} lost; the same field from before: ${stale.status}`,
    passed: acknowledged === saves && lost.length === 0 && stale.status === 409,
  };
}

async function provePublishDuringBackup(visit: Client, hosted: HostedSite, phone: Browser): Promise<Result> {
  const before = await hosted.release();
  await visit.post("publish", phone, {});
  const env = { ...process.env, DATA_DIR: join(hosted.folder, "data"), DATABASE_URL: "" };
  let [copies, failed] = [0, 0];
  const ended = async () => (await visit.publishing(phone)).endedAt !== null;
  while (!(await ended()) && copies + failed < 50) {
    const { code } = await runProcess(process.execPath, ["commands/backup.ts", join(hosted.folder, "copies")], { env });
    if (code === 0) copies++;
    else failed++;
  }
  await waitUntil(ended, 60);
  const { state } = await visit.publishing(phone);
  const isNew = (await hosted.release()) !== before;
  return {
    claim: "A publish on the server and a backup harm each other in no way",
    method: "npm run backup again and again while the editor publishes",
    measured: `${copies} copies, ${failed} failed; publishing ended as "${state}", the new release is ${isNew ? "" : "NOT "}served`,
    passed: copies > 0 && failed === 0 && state === "live" && isNew,
  };
}

async function proveSignOut(visit: Client, phone: Browser, tablet: Browser, options: Options): Promise<Result> {
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
}

/** The whole service in a group so small that the build cannot fit beside the server. */
async function proveTooLittleMemory(): Promise<Result> {
  const claim = "A build that needs more memory than there is ends alone, and says so; the site is served on";
  const method = "The service within a control group, as MemoryMax makes one, with 110 MB beside what the server holds";
  const hosted = await startHostedSite();
  try {
    if (!hosted.peakMemory().limited)
      return { claim, method, measured: "no control group could be made: not root", passed: "not run" };
    const visit = openClient(hosted);
    const phone = await visit.signIn();
    const before = await hosted.release();
    hosted.limitMemory(Math.round(hosted.memory("RssAnon")) + 110);
    await visit.post("publish", phone, {});
    let [pages, failed] = [0, 0];
    const ended = async () => {
      const { status } = await visit.ask({ path: "/contact" });
      if (status === 200) pages++;
      else failed++;
      return (await visit.publishing(phone)).endedAt !== null;
    };
    await waitUntil(ended, 120);
    const { state, steps } = await visit.publishing(phone);
    const said = steps.find(({ name }) => name === "Pages")?.detail ?? "";
    const same = (await hosted.release()) === before && !hosted.hasExited();
    return {
      claim,
      method,
      measured: `publishing ended as "${state}": ${said} ${failed} of ${pages + failed} pages failed meanwhile; the server and its release are ${same ? "the same" : "OTHERS"}`,
      passed: state === "failed" && said.includes("too little memory") && failed === 0 && same,
    };
  } finally {
    await hosted.stop();
  }
}
