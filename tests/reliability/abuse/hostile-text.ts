import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type ConsultationRequest, endpoint, formFields, mapFields, validate } from "../../../src/requests/request.ts";
import type { StoredRequest } from "../../../src/requests/store/stored-request.ts";
import { cleanEnvironment } from "../../kit/clean-environment.ts";
import { runConcurrently, sendRequest } from "../../kit/http-request.ts";
import { formatCount } from "../../kit/statistics.ts";
import { type ExampleSite, startExampleSite } from "../example-site.ts";
import type { Options, Result } from "../result.ts";
import { runProcess } from "../run-process.ts";
import { checkEmails } from "./check-emails.ts";
import { checkSpreadsheet } from "./check-spreadsheet.ts";
import { hostileStrings } from "./hostile-strings.ts";

/** Follows hostile text to the owner's email, terminal and spreadsheet. */
export async function proveHostileText(options: Options): Promise<Result[]> {
  const site = await startExampleSite({ RATE_LIMIT: "off" });
  const folder = mkdtempSync(join(tmpdir(), "hostile-"));
  try {
    const requests = hostileStrings.map(toRequest).filter((words) => validate(words).ok);
    const refused: string[] = [];
    await runConcurrently(8, requests, async (words) => {
      const headers = { "content-type": "application/json" };
      const answer = await sendRequest({
        port: site.port,
        method: "POST",
        path: endpoint,
        headers,
        body: JSON.stringify(words),
      });
      if (answer.status !== 200) refused.push(`${answer.status} for ${JSON.stringify(words).slice(0, 200)}`);
    });
    for (let tries = 0; site.mail.received.length < requests.length && tries < 600; tries++) await pause(50);
    for (const line of refused) options.log(line);
    const stored = await site.stored();
    return [
      {
        claim: "Hostile text is stored as text, unchanged",
        method: "Formulas, escapes, bidi marks, header injection, markup, NULs, emoji and long words in every field",
        measured: `${requests.length} of ${hostileStrings.length} texts sent, ${refused.length} refused, ${stored.length} stored`,
        passed: refused.length === 0 && stored.length === requests.length,
      },
      await checkEmails(site.mail.received, stored, options),
      await checkTerminal(site, stored, options),
      await checkSpreadsheet((await runRequestsCommand(site, folder, ["export"])).stdout, stored, folder, options),
    ];
  } finally {
    rmSync(folder, { recursive: true });
    await site.stop();
  }
}

/** Cuts the text to each field's limit, and adds the parts that the field requires. */
function toRequest(text: string, number: number): ConsultationRequest {
  return {
    ...mapFields((field) => text.slice(0, formFields[field].maxLength)),
    name: `${text.slice(0, formFields.name.maxLength - 2)} N`,
    email: `o'brien+${number}=x@example.com`,
    phone: `${text.replace(/\p{Nd}/gu, "").slice(0, 20)}780-555-0100`.slice(0, formFields.phone.maxLength),
    message: text,
  };
}

function runRequestsCommand(
  { dataDir }: ExampleSite,
  cwd: string,
  args: string[],
  wrap = (command: string[]) => command,
) {
  const [program = "", ...rest] = wrap([process.execPath, resolve("commands/requests.ts"), ...args]);
  return runProcess(program, rest, { cwd, env: { ...cleanEnvironment, DATA_DIR: dataDir } });
}

/** Control characters that move a cursor or change a title, and bidi controls, which reorder a line. */
const controls = /[^\P{Cc}\n\t\r]/u;
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/u;

async function checkTerminal(site: ExampleSite, stored: StoredRequest[], { log, scale }: Options): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "terminal-"));
  const outputs: string[] = [(await runRequestsCommand(site, folder, ["list"])).stdout];
  for (const { reference } of stored.filter((_, at) => scale === 1 || at % 20 === 0)) {
    outputs.push((await runRequestsCommand(site, folder, ["show", reference])).stdout);
  }
  const json = (await runRequestsCommand(site, folder, ["export", "--format", "json"])).stdout;
  // The output is also tested on a pseudo-terminal, where the machine has the program for it.
  const file = join(folder, "typescript");
  const seen = await runRequestsCommand(site, folder, ["export"], (command) => [
    "script",
    "-qec",
    command.join(" "),
    file,
  ]);
  const terminal = seen.missing
    ? null
    : readFileSync(file, "utf8").replace(/^Script started.*\n|\nScript done.*\n?$/g, "");
  rmSync(folder, { recursive: true });
  const found = [
    ...outputs.filter((output) => controls.test(output) || bidiControls.test(output)),
    ...[terminal ?? "", json].filter((output) => controls.test(output)),
  ];
  for (const output of found.slice(0, 3)) log(JSON.stringify(output.slice(0, 300)));
  return {
    claim: "The owner's command prints no control characters",
    method: `list, show, both exports${terminal === null ? "; no program script here, so no terminal" : ", one of them on a terminal"}`,
    measured: `${formatCount(outputs.length + 2)} outputs, ${found.length} with controls`,
    passed: found.length === 0 && outputs.every((output) => output.length > 20),
  };
}
