import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { readBuildInfo } from "../../src/build/build-folder.ts";
import { commonHeaders } from "../../src/build/response-headers.ts";
import { endpoint } from "../../src/requests/request.ts";
import { buildFolder, builtFolder } from "./bench-site.ts";

/** The headers of a page: its policy, the common headers, and some 270 bytes of status, type, date and ETag. */
function headersLength(address: string) {
  const policy = readBuildInfo(buildFolder)?.policies[address];
  return 270 + Object.entries({ ...commonHeaders, "Content-Security-Policy": policy }).join("\r\n").length;
}

/** Measures what the build wrote for one address, compressed as it is sent. */
export function readPage(address: string) {
  const file = join(builtFolder, address === "/" ? "index.html" : `${address}.html`);
  const html = readFileSync(file, "utf8");
  const named = [...new Set(html.match(/\/assets\/[\w.-]+\.js/g))];
  // Every page names the form's script, but it is fetched only for a page with a form or shortly before.
  const scripts = named.filter((url) => html.includes("<form") || !containsForm(url));
  return {
    html,
    flight: headersLength(address) + statSync(`${file}.br`).size,
    /** Elements that block the first paint. */
    blocking: html.match(/<link(?=[^>]*rel="stylesheet")(?![^>]*media="print)|<script[^>]* src=|@import/g) ?? [],
    script: scripts.reduce((sum, url) => sum + statSync(join(builtFolder, `${url}.br`)).size, 0),
    /** A script that imports another one makes the visitor wait for two, and the second is not counted here. */
    imports: scripts.filter((url) => /\bimport\s*["{*]/.test(readFileSync(join(builtFolder, url), "utf8"))),
    /** Only the contact page may contain code that validates and sends requests. */
    containsForm: scripts.some(containsForm),
  };
}

/** Says what the first flight of a page is made of, each part compressed alone, and what to do when it has grown. */
export function describeFlight(address: string) {
  const { html, flight } = readPage(address);
  const parts = {
    style: /<style[^>]*>.*?<\/style>/s,
    "structured data": /<script type="application\/ld\+json">.*?<\/script>/s,
    "inline script": /<script data-navigation.*?<\/script>/s,
  };
  const rest = Object.values(parts).reduce((text, part) => text.replace(part, ""), html);
  const sizes = Object.entries({ ...parts, "words and markup": undefined }).map(
    ([name, part]) => `${name} ${brotliCompressSync(part ? (part.exec(html)?.[0] ?? "") : rest).length}`,
  );
  return `${address} needs ${flight} bytes: headers ${headersLength(address)}, ${sizes.join(", ")}. Run "npm run bench -- bytes --pages ${address}" here and on the commit before to see what grew; docs/decisions/first-flight.md says what can pay for it.`;
}

const containsForm = (url: string) => readFileSync(join(builtFolder, url), "utf8").includes(endpoint);
