import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { bounds, type ConsultationRequest, endpoint, validate } from "../../consultations/request.ts";
import type { StoredRequest } from "../../consultations/store/stored-request.ts";
import { bareEnvironment } from "../../server/bare-environment.ts";
import { ask, atOnce, count } from "../ask.ts";
import type { Figure, Options } from "../figure.ts";
import { run } from "../run.ts";
import { type Site, startSite } from "../site.ts";
import { hostileWords } from "./hostile-words.ts";
import { judgeLetters } from "./letters.ts";
import { judgeSheet } from "./sheets.ts";

/** A hostile text's way to the owner: her letter, her terminal, her spreadsheet. */
export async function proveHostileText(options: Options): Promise<Figure[]> {
  const site = await startSite({ RATE_LIMIT: "off" });
  const folder = mkdtempSync(join(tmpdir(), "hostile-"));
  try {
    const requests = hostileWords.map(request).filter((words) => validate(words).ok);
    const refused: string[] = [];
    await atOnce(8, requests, async (words) => {
      const headers = { "content-type": "application/json" };
      const answer = await ask({
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
        promise: "Hostile text is taken as text, word by word",
        how: "Formulas, escapes, bidi marks, header injection, markup, NULs, emoji and long words in every field",
        figure: `${requests.length} of ${hostileWords.length} texts sent, ${refused.length} refused, ${stored.length} stored`,
        holds: refused.length === 0 && stored.length === requests.length,
      },
      await judgeLetters(site.mail.received, stored, options),
      await judgeTerminal(site, stored, options),
      await judgeSheet((await owners(site, folder, ["export"])).stdout, stored, folder, options),
    ];
  } finally {
    rmSync(folder, { recursive: true });
    await site.stop();
  }
}

/** Cut to what each field takes, with what it cannot do without. */
function request(text: string, number: number): ConsultationRequest {
  return {
    name: `${text.slice(0, bounds.name - 2)} N`,
    email: `o'brien+${number}=x@example.com`,
    phone: `${text.replace(/\p{Nd}/gu, "").slice(0, 20)}780-555-0100`.slice(0, bounds.phone),
    treatment: text.slice(0, bounds.treatment),
    message: text,
  };
}

function owners({ dataDir }: Site, cwd: string, args: string[], wrap = (command: string[]) => command) {
  const [program = "", ...rest] = wrap([process.execPath, resolve("commands/requests.ts"), ...args]);
  return run(program, rest, { cwd, env: { ...bareEnvironment, DATA_DIR: dataDir } });
}

/** What moves a cursor or changes a title; and what turns a line around, where a person reads it. */
const controls = /[^\P{Cc}\n\t\r]/u;
const turning = /[\u202a-\u202e\u2066-\u2069]/u;

async function judgeTerminal(site: Site, stored: StoredRequest[], { log, scale }: Options): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), "terminal-"));
  const outputs: string[] = [(await owners(site, folder, ["list"])).stdout];
  for (const { reference } of stored.filter((_, at) => scale === 1 || at % 20 === 0)) {
    outputs.push((await owners(site, folder, ["show", reference])).stdout);
  }
  const json = (await owners(site, folder, ["export", "--format", "json"])).stdout;
  // A terminal of its own, where the machine has the program for it.
  const file = join(folder, "typescript");
  const seen = await owners(site, folder, ["export"], (command) => ["script", "-qec", command.join(" "), file]);
  const terminal = seen.missing
    ? null
    : readFileSync(file, "utf8").replace(/^Script started.*\n|\nScript done.*\n?$/g, "");
  rmSync(folder, { recursive: true });
  const found = [
    ...outputs.filter((output) => controls.test(output) || turning.test(output)),
    ...[terminal ?? "", json].filter((output) => controls.test(output)),
  ];
  for (const output of found.slice(0, 3)) log(JSON.stringify(output.slice(0, 300)));
  return {
    promise: "What the owner's command prints holds no control byte",
    how: `list, show, both exports${terminal === null ? "; no program script here, so no terminal" : ", one of them on a terminal"}`,
    figure: `${count(outputs.length + 2)} outputs, ${found.length} with controls`,
    holds: found.length === 0 && outputs.every((output) => output.length > 20),
  };
}
