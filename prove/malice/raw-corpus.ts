import { host } from "../../bench/deployed-nginx.ts";
import { endpoint } from "../../consultations/request.ts";

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
export const smuggling: ((number: number) => string)[] = [
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
export const lineFeeds: typeof smuggling = [
  (n) => `${head(`X: y\nContent-Length: 5`)}0${line}${line}${hidden(n)}`,
  (n) => `${head(`${json}${line}Transfer-Encoding: chunked`)}3\nabc\n0\n\n${hidden(n)}`,
];

export const odd: string[] = [
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
