import { endpoint } from "../../../src/requests/request.ts";
import { studioHost } from "../../kit/deployed-nginx.ts";

const crlf = "\r\n";
/** The request that an attacker tries to smuggle; if it is answered, the log shows it. */
const smuggledRequest = (number: number) => `GET /smuggled-${number} HTTP/1.1${crlf}Host: ${studioHost}${crlf}${crlf}`;

const requestHead = (rest: string, method = "POST", target: string = endpoint, version = "HTTP/1.1") =>
  `${method} ${target} ${version}${crlf}Host: ${studioHost}${crlf}${rest}${crlf}${crlf}`;
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
  `GET http://a:b@${studioHost}/contact HTTP/1.1`,
  `GET https://[::1]:99999/ HTTP/1.1`,
  `GET //a:b@${studioHost}${endpoint} HTTP/1.1`,
  `GET ftp://www.example.com/ HTTP/1.1`,
  `GET ${"/a".repeat(20_000)} HTTP/1.1`,
];

/** Message framings that two servers may parse differently, each with a hidden request. */
export const smuggling: ((number: number) => string)[] = [
  ...lengths.map(
    (length) => (n: number) => requestHead(`${json}${crlf}Content-Length: ${length}`) + smuggledRequest(n),
  ),
  ...lengths.map(
    (length) => (n: number) =>
      requestHead(`${json}${crlf}Content-Length: 2${crlf}Content-Length: ${length}`) + smuggledRequest(n),
  ),
  ...codings.map(
    (coding) => (n: number) => requestHead(`${json}${crlf}Transfer-Encoding: ${coding}`) + smuggledRequest(n),
  ),
  ...codings.map(
    (coding) => (n: number) => requestHead(`Content-Length: 4${crlf}Transfer-Encoding: ${coding}`) + smuggledRequest(n),
  ),
  (n) => `${requestHead(`Content-Length: 4${crlf}Transfer-Encoding: chunked`)}0${crlf}${crlf}${smuggledRequest(n)}`,
  (n) => `${requestHead(`Transfer-Encoding: chunked${crlf}Content-Length: 4`)}0${crlf}${crlf}${smuggledRequest(n)}`,
  (n) =>
    `${requestHead(`Transfer-Encoding: chunked${crlf}Transfer-Encoding: identity`)}0${crlf}${crlf}${smuggledRequest(n)}`,
  (n) =>
    `${requestHead(`Transfer-Encoding:${crlf} chunked${crlf}Content-Length: 4`)}0${crlf}${crlf}${smuggledRequest(n)}`,
  (n) => `${requestHead(`Transfer-Encoding : chunked`)}0${crlf}${crlf}${smuggledRequest(n)}`,
  (n) =>
    `${requestHead("Transfer-Encoding: chunked", "POST", endpoint, "HTTP/1.0")}0${crlf}${crlf}${smuggledRequest(n)}`,
  (n) => `${requestHead(`X: y\rTransfer-Encoding: chunked`)}0${crlf}${crlf}${smuggledRequest(n)}`,
  ...chunks.map(
    (size) => (n: number) =>
      `${requestHead(`${json}${crlf}Transfer-Encoding: chunked`)}${size}${crlf}abc${smuggledRequest(n)}`,
  ),
  (n) =>
    `${requestHead(`${json}${crlf}Transfer-Encoding: chunked`)}3${crlf}abcdef${crlf}0${crlf}${crlf}${smuggledRequest(n)}`,
  (n) => requestHead(`Content-Length: ${smuggledRequest(n).length}`, "GET", "/") + smuggledRequest(n),
  (n) => requestHead(`Content-Length: ${smuggledRequest(n).length}`, "HEAD", "/") + smuggledRequest(n),
  (n) => requestHead(`${json}${crlf}Content-Length: ${smuggledRequest(n).length}`) + smuggledRequest(n),
  (n) =>
    requestHead(`Upgrade: h2c${crlf}Connection: Upgrade, HTTP2-Settings${crlf}Content-Length: 400`) +
    smuggledRequest(n),
];

/** nginx accepts a bare line feed as a line ending, which is allowed, and forwards the request in its own format. */
export const lineFeeds: typeof smuggling = [
  (n) => `${requestHead(`X: y\nContent-Length: 5`)}0${crlf}${crlf}${smuggledRequest(n)}`,
  (n) => `${requestHead(`${json}${crlf}Transfer-Encoding: chunked`)}3\nabc\n0\n\n${smuggledRequest(n)}`,
];

export const malformedRequests: string[] = [
  ...headerLines.map((text) => requestHead(text, "GET", "/")),
  ...requestLines.map((text) => `${text}${crlf}Host: ${studioHost}${crlf}${crlf}`),
  requestHead(`Host: other.example`, "GET", "/"),
  `GET / HTTP/1.1${crlf}${crlf}`,
  `GET / HTTP/1.1${crlf}Host: a:b@c/d?e${crlf}${crlf}`,
  `GET / HTTP/0.9${crlf}${crlf}`,
  `GET /${crlf}`,
  requestHead(`X: ${"a".repeat(70_000)}`, "GET", "/"),
  requestHead(Array.from({ length: 3_000 }, (_, n) => `X-${n}: a`).join(crlf), "GET", "/"),
  requestHead(`Cookie: ${"a=b; ".repeat(3_000)}`, "GET", "/"),
  requestHead(`Expect: 100-continue${crlf}Content-Length: 4`),
  requestHead(`Expect: miracles${crlf}Content-Length: 4`),
  requestHead(`${json}${crlf}Content-Length: 500`),
  requestHead(`Range: bytes=0-0,-1,9-2`, "GET", "/"),
  requestHead(`Connection: close, keep-alive${crlf}Keep-Alive: timeout=999999`, "GET", "/"),
  "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "\x00".repeat(5_000),
  crlf.repeat(5_000),
  "\xff".repeat(70_000),
];
