import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readBuildInfo } from "../../src/build/build-folder.ts";
import { commonHeaders } from "../../src/build/response-headers.ts";
import { endpoint } from "../../src/requests/request.ts";
import { buildFolder, builtFolder } from "./bench-site.ts";

/** Travel in the same flight: the policy, what every answer carries, and some 270 bytes of status, type, date and tag. */
const headers =
  270 +
  Object.entries({ ...commonHeaders, "Content-Security-Policy": readBuildInfo(buildFolder)?.policy }).join("\r\n")
    .length;

/** What the build wrote for one address, compressed as it travels. */
export function readPage(address: string) {
  const file = join(builtFolder, address === "/" ? "index.html" : `${address}.html`);
  const html = readFileSync(file, "utf8");
  const named = [...new Set(html.match(/\/assets\/[\w.-]+\.js/g))];
  // The form's script is named in every page and fetched where there is a form, or on the way there.
  const scripts = named.filter((url) => html.includes("<form") || !containsForm(url));
  return {
    flight: headers + statSync(`${file}.br`).size,
    /** Anything a browser would wait for before it paints. */
    blocking: html.match(/<link[^>]+rel="stylesheet"|<script[^>]* src=|@import/g) ?? [],
    script: scripts.reduce((sum, url) => sum + statSync(join(builtFolder, `${url}.br`)).size, 0),
    /** Checking and sending requests is the contact page's work alone. */
    containsForm: scripts.some(containsForm),
  };
}

const containsForm = (url: string) => readFileSync(join(builtFolder, url), "utf8").includes(endpoint);
