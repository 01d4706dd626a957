import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { host, startDeployedNginx } from "../../bench/deployed-nginx.ts";
import { endpoint } from "../../consultations/request.ts";
import { ask, atOnce } from "../ask.ts";
import type { Figure, Options } from "../figure.ts";
import { startSite } from "../site.ts";
import { hasNginx } from "./has-nginx.ts";

const line = "\r\n";
/** What a smuggler wants answered as a request of its own: the log would tell of it. */
const hidden = (number: number) => `GET /smuggled-${number} HTTP/1.1${line}Host: ${host}${line}${line}`;

const head = (rest: string, method = "POST", target: string = endpoint, version = "HTTP/1.1") =>
  `${method} ${target} ${version}${line}Host: ${host}${line}${rest}${line}${line}`;
const json = "Content-Type: application/json";

const lengths = ["-1", "+4", "0x4", "4 4", "4,4", "4, 5", "1e1", "99999999999999999999", "", " ", "4\t5", "٤", "4;5"];
const codings = [
  "xchunked",
  "chunked, identity",
  "identity, chunked, gzip",
  "chunked\x0b",
  "\x00chunked",
  "chunked;q=1",
  "chun\tked",
  "gzip",
  "[chunked]",
];
const chunks = ["g", "-1", "0x3", "3 ;", "ffffffffffffffffff", "3;\x00", "3\n", "", " 3", "3\r", "+3", "3;a=\x7f\n"];
const headerLines = [
  "A B: c",
  " Folded: c",
  "A : c",
  ": c",
  "A\x00: c",
  "Á: c",
  "A: \x00",
  "A: b\rc",
  "A: b\nC: d",
  "NoColon",
];
const requestLines = [
  `GET / HTTP/9.9`,
  `GET / HTTP/1.`,
  `GET / http/1.1`,
  `GET  / HTTP/1.1`,
  `GET /a b HTTP/1.1`,
  `GET / HTTP/1.1 x`,
  ` GET / HTTP/1.1`,
  `GET /\x00 HTTP/1.1`,
  `GET /\x7f\xff HTTP/1.1`,
  `G\x00T / HTTP/1.1`,
  `GET`,
  `/`,
  "PRI * HTTP/2.0",
  "CONNECT www.example.com:443 HTTP/1.1",
  "CONNECT / HTTP/1.1",
  "OPTIONS * HTTP/1.1",
  "GET * HTTP/1.1",
  "GET example.com HTTP/1.1",
  `GET http://www.example.com/ HTTP/1.1`,
  `GET http://a:b@${host}/contact HTTP/1.1`,
  `GET https://[::1]:99999/ HTTP/1.1`,
  `GET //a:b@${host}${endpoint} HTTP/1.1`,
  `GET ftp://www.example.com/ HTTP/1.1`,
  `GET ${"/a".repeat(20_000)} HTTP/1.1`,
];

/** Framings that two machines may read differently, each with a request hidden where one of them sees the next. */
const smuggling: ((number: number) => string)[] = [
  ...lengths.map((length) => (n: number) => head(`${json}${line}Content-Length: ${length}`) + hidden(n)),
  ...lengths.map(
    (length) => (n: number) => head(`${json}${line}Content-Length: 2${line}Content-Length: ${length}`) + hidden(n),
  ),
  ...codings.map((coding) => (n: number) => head(`${json}${line}Transfer-Encoding: ${coding}`) + hidden(n)),
  ...codings.map((coding) => (n: number) => head(`Content-Length: 4${line}Transfer-Encoding: ${coding}`) + hidden(n)),
  (n) => `${head(`Content-Length: 4${line}Transfer-Encoding: chunked`)}0${line}${line}${hidden(n)}`,
  (n) => `${head(`Transfer-Encoding: chunked${line}Content-Length: 4`)}0${line}${line}${hidden(n)}`,
  (n) => `${head(`Transfer-Encoding: chunked${line}Transfer-Encoding: identity`)}0${line}${line}${hidden(n)}`,
  (n) => `${head(`Transfer-Encoding:${line} chunked${line}Content-Length: 4`)}0${line}${line}${hidden(n)}`,
  (n) => `${head(`Transfer-Encoding : chunked`)}0${line}${line}${hidden(n)}`,
  (n) => `${head("Transfer-Encoding: chunked", "POST", endpoint, "HTTP/1.0")}0${line}${line}${hidden(n)}`,
  (n) => `${head(`X: y\rTransfer-Encoding: chunked`)}0${line}${line}${hidden(n)}`,
  ...chunks.map(
    (size) => (n: number) => `${head(`${json}${line}Transfer-Encoding: chunked`)}${size}${line}abc${hidden(n)}`,
  ),
  (n) => `${head(`${json}${line}Transfer-Encoding: chunked`)}3${line}abcdef${line}0${line}${line}${hidden(n)}`,
  (n) => head(`Content-Length: ${hidden(n).length}`, "GET", "/") + hidden(n),
  (n) => head(`Content-Length: ${hidden(n).length}`, "HEAD", "/") + hidden(n),
  (n) => head(`${json}${line}Content-Length: ${hidden(n).length}`) + hidden(n),
  (n) => head(`Upgrade: h2c${line}Connection: Upgrade, HTTP2-Settings${line}Content-Length: 400`) + hidden(n),
];

/** nginx takes a single line feed for the end of a line, as it may, and hands on what it has read in its own words. */
const lineFeeds: typeof smuggling = [
  (n) => `${head(`X: y\nContent-Length: 5`)}0${line}${line}${hidden(n)}`,
  (n) => `${head(`${json}${line}Transfer-Encoding: chunked`)}3\nabc\n0\n\n${hidden(n)}`,
];

const odd: string[] = [
  ...headerLines.map((text) => head(text, "GET", "/")),
  ...requestLines.map((text) => `${text}${line}Host: ${host}${line}${line}`),
  head(`Host: other.example`, "GET", "/"),
  `GET / HTTP/1.1${line}${line}`,
  `GET / HTTP/1.1${line}Host: a:b@c/d?e${line}${line}`,
  `GET / HTTP/0.9${line}${line}`,
  `GET /${line}`,
  head(`X: ${"a".repeat(70_000)}`, "GET", "/"),
  head(Array.from({ length: 3_000 }, (_, n) => `X-${n}: a`).join(line), "GET", "/"),
  head(`Cookie: ${"a=b; ".repeat(3_000)}`, "GET", "/"),
  head(`Expect: 100-continue${line}Content-Length: 4`),
  head(`Expect: miracles${line}Content-Length: 4`),
  head(`${json}${line}Content-Length: 500`),
  head(`Range: bytes=0-0,-1,9-2`, "GET", "/"),
  head(`Connection: close, keep-alive${line}Keep-Alive: timeout=999999`, "GET", "/"),
  "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "\x00".repeat(5_000),
  line.repeat(5_000),
  "\xff".repeat(70_000),
];

/** Bytes that are no honest request, at the server and at the documented nginx before it. */
export async function proveRawHttp({ log }: Options): Promise<Figure[]> {
  const site = await startSite();
  const nginx = hasNginx() ? await startDeployedNginx({ project: process.cwd(), serverPort: site.port }) : undefined;
  try {
    const figures = [];
    for (const [name, port] of [
      ["the server", site.port],
      ["the documented nginx", nginx?.ports.proxy],
    ] as const) {
      const promise = `No byte sequence at ${name} hides a request or keeps the next visitor out`;
      const how = "Doubtful lengths, codings, chunks, lines, headers and targets, each with a request hidden behind it";
      if (!port) {
        figures.push({ promise, how, figure: "nginx is not installed", holds: "not run" as const });
        continue;
      }
      const doubtful = port === site.port ? [...smuggling, ...lineFeeds] : smuggling;
      const cases = [...doubtful.map((write, number) => write(number)), ...odd];
      const wrong: string[] = [];
      let answered = 0;
      await atOnce(20, cases.entries(), async ([number, bytes]) => {
        const said = await exchange(port, bytes);
        const statuses = [...said.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
        answered += statuses.length;
        if (statuses.some((status) => status >= 500 && status !== 501 && status !== 505)) {
          wrong.push(`case ${number} was answered with ${statuses}`);
        }
        const { status } = await ask({ port, path: "/contact", headers: { host } });
        if (status !== 200) wrong.push(`after case ${number} a visitor was answered with ${status}`);
      });
      await pause(100);
      const smuggled = [...new Set(site.said().match(/\/smuggled-\d+/g))];
      for (const one of [...wrong, ...smuggled]) log(`${name}: ${one}`);
      figures.push({
        promise,
        how,
        figure: `${cases.length} cases, ${answered} answers, ${smuggled.length} hidden requests answered, ${wrong.length} wrong`,
        holds: smuggled.length === 0 && wrong.length === 0,
      });
    }
    return figures;
  } finally {
    await nginx?.stop();
    await site.stop();
  }
}

/** What is said within a while, or until the other side hangs up. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let said = "";
    const socket = connect({ port, host: "127.0.0.1" }, () => void socket.write(bytes, "latin1"));
    const timer = setTimeout(() => socket.destroy(), 700);
    socket.on("data", (chunk) => (said += chunk.toString("latin1")));
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(said);
    });
  });
}
