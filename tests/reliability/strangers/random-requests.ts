import fc from "fast-check";
import { type ConsultationRequest, endpoint, mapFields } from "../../../src/requests/request.ts";

/** A mark in typed text and in addresses. A response may contain it escaped, but never unescaped. */
export const canary = "<x-canary>";

export interface RandomRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  /** The typed text, if the body can be parsed. */
  submitted?: ConsultationRequest;
}

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom("", " ", "\0", "\u202e", "\r\nBcc: canary@example.com"),
);
const canaryText = text.map((words) => `Canary ${canary}${words}`);
const mostly = (arbitrary: fc.Arbitrary<string>) => fc.oneof({ weight: 7, arbitrary }, canaryText, text);

const submission: fc.Arbitrary<ConsultationRequest> = fc.record({
  ...mapFields((field) => mostly(fc.constant(`Canary ${field}`))),
  name: mostly(canaryText),
  email: mostly(fc.nat().map((number) => `canary${number}@example.com`)),
  phone: mostly(fc.constantFrom("780-555-0100", "+1 (780) 555 0100 ext. 4", "٧٨٠٥٥٥٠١٠٠")),
  message: fc.oneof(
    canaryText,
    text,
    fc.integer({ min: 1_900, max: 2_100 }).map((size) => "canary ".repeat(size / 7)),
  ),
});

/** The characters that HTTP allows in a header. */
const headerText = fc.string({ maxLength: 60 }).map((value) => value.replace(/[^\x20-\x7e]/g, "~").trim());
const headerNames = "accept-encoding authorization cookie host if-none-match origin range sec-fetch-site x-spam";
const headers = fc.dictionary(
  fc.constantFrom(...headerNames.split(" ")),
  fc.oneof(headerText, fc.constantFrom("null", "*", "cross-site", "br;q=0", "bytes=0-9", "http://[::1]:0/")),
  { maxKeys: 4 },
);
const key = fc.option(fc.oneof(headerText.filter(Boolean), fc.constantFrom("key-1", "key-2")));

const formPost = fc
  .record({ words: submission, headers, key, form: fc.boolean() })
  .map(({ words, headers, key, form }): RandomRequest => {
    const submitted = form ? mapFields((field) => words[field].toWellFormed()) : words;
    const type = form ? "application/x-www-form-urlencoded" : "application/json";
    return {
      method: "POST",
      path: endpoint,
      headers: { ...headers, "content-type": type, ...(key && !form && { "idempotency-key": key }) },
      body: form ? new URLSearchParams(submitted).toString() : JSON.stringify(submitted),
      submitted,
    };
  });

/** The characters that HTTP allows in an address. */
const pathText = fc
  .oneof(fc.webPath(), fc.string({ maxLength: 60 }), fc.constantFrom(canary, `contact?draft=${canary}`, "/[", "%"))
  .map((path) => `/${path.replace(/[^\x21-\x7e]/g, "~")}`.replace(/^\/\//, "/"));
const path = fc.oneof(
  fc.constantFrom("/", "/contact", "/healthz", "/desk", "/%2e%2e/", endpoint, endpoint),
  pathText,
  pathText.map((rest) => endpoint + rest),
);
const contentTypes = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];
const junk = fc
  .record({
    method: fc.constantFrom("GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"),
    path,
    headers,
    type: fc.oneof(fc.constantFrom(...contentTypes), headerText),
    body: fc.oneof(
      fc.constant(undefined),
      fc.json(),
      fc.uint8Array({ maxLength: 400 }),
      fc.integer({ min: 16_000, max: 70_000 }).map((size) => `message=${"canary".repeat(size / 6)}`),
      fc.constantFrom('{"__proto__":{"name":"Canary"}}', "[".repeat(9_000), "name=%ff&email=%00"),
    ),
  })
  .map(
    ({ type, ...request }): RandomRequest => ({
      ...request,
      headers: { ...request.headers, "content-type": type },
    }),
  );

export const randomRequest = fc.oneof(formPost, junk);
