import { Agent } from "node:http";
import fc from "fast-check";
import { fields } from "../../consultations/request.ts";
import { type Answer, ask, atOnce, count } from "../ask.ts";
import { type Figure, type Options, scaled } from "../figure.ts";
import { startSite } from "../site.ts";
import { type Attempt, anyAttempt, pathMark, wordMark } from "./attempts.ts";

const inFlight = 48;
const step = 2_000;
const statuses = [200, 204, 301, 303, 304, 400, 403, 404, 405, 413, 415, 417, 422, 429, 431];

/** Whatever is sent, however it is sent: what comes back, what is stored and what is logged. */
export async function proveAnything(options: Options): Promise<Figure[]> {
  const { seed, log } = options;
  const site = await startSite();
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const total = scaled(100_000, options, 1_000);
  const wrong: string[] = [];
  const thanked = new Map<string, string | undefined>();
  const seen = new Map<number, number>();
  let kept = 0;
  let sent = 0;
  let slowest = 0;

  const convict = (attempt: Attempt, why: string) =>
    wrong.push(`${why}: ${attempt.method} ${JSON.stringify(attempt).slice(0, 600)}`);

  async function judge(attempt: Attempt, answer: Answer): Promise<void> {
    const { status, text, headers } = answer;
    seen.set(status, (seen.get(status) ?? 0) + 1);
    slowest = Math.max(slowest, answer.ms);
    if (!statuses.includes(status)) convict(attempt, `answered with ${status} ${status ? "" : text}`);
    if (text.includes(wordMark) || text.includes(pathMark)) convict(attempt, "its words came back as markup");
    const location = String(headers.location ?? "");
    const { words } = attempt;
    if (status === 422 && !fields.some((field) => text.includes(`"${field}":"`)) && !text.includes('"error":"Other'))
      convict(attempt, "a refusal that names no field");
    if (status === 200 && attempt.method === "POST") {
      const { reference } = JSON.parse(text);
      if (Boolean(words) !== Boolean(reference)) convict(attempt, "thanked for no request, or not for one");
      else if (words) thanked.set(asStored(words), reference);
    }
    if (status !== 303) return;
    if (location.endsWith("#sent")) {
      if (words) thanked.set(asStored(words), thanked.get(asStored(words)));
      else convict(attempt, "thanked for no request");
    } else if (words && location.includes("?draft=")) {
      const back = await ask({ port: site.port, path: location.replace(/#.*/, ""), agent });
      const lost = fields.filter((field) => !back.text.includes(escaped(words[field])));
      if (back.text.includes(wordMark)) convict(attempt, "its words came back as markup");
      if (back.status !== 200 || lost.length > 0) convict(attempt, `lost ${lost} with ${back.status}`);
      kept++;
    } else if (words && !attempt.tooLarge) convict(attempt, `lost every word at ${location}`);
  }

  try {
    for (let at = 0; at < total; at += step) {
      const numRuns = Math.min(step, total - at);
      const attempts = fc.sample(anyAttempt, { seed: seed + at, numRuns });
      await atOnce(inFlight, attempts, async (attempt) => {
        const headers = {
          ...attempt.headers,
          "x-forwarded-for": `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`,
        };
        sent++;
        await judge(attempt, await ask({ port: site.port, ...attempt, headers, agent }));
      });
      if (at % 20_000 === 0) log(`${count(sent)} sent, ${count(thanked.size)} thanked`);
    }
    const stored = new Map((await site.stored()).map((request) => [asStored(request), request.reference]));
    const missing = [...thanked].filter(([words, reference]) => {
      const found = stored.get(words);
      return !found || (reference !== undefined && found !== reference);
    });
    for (const [words] of missing.slice(0, 5)) log(`thanked and not stored: ${words.slice(0, 300)}`);
    for (const one of wrong.slice(0, 10)) log(one);
    const logged = site.said().match(/.*canary.*/gi) ?? [];
    for (const line of logged.slice(0, 5)) log(`logged: ${line}`);
    const kinds = [...seen].toSorted().map(([status, times]) => `${count(times)}× ${status}`);
    return [
      {
        promise: "Whatever is sent is answered, never by a fault of ours, never with its own words as markup",
        how: "Any method, path, headers, content type, encoding and body, 48 at a time on the real server",
        figure: `${wrong.length} wrong of ${count(sent)}, slowest ${Math.round(slowest)} ms; ${kinds.join(", ")}`,
        holds: wrong.length === 0 && sent === total,
      },
      {
        promise: "Thanked means stored, with exactly the words",
        how: "Each thanks of these compared with the database, and the database with the thanks",
        figure: `${count(thanked.size)} thanked, ${missing.length} missing or changed; ${stored.size - thanked.size + missing.length} stored without thanks`,
        holds: missing.length === 0 && stored.size === thanked.size && thanked.size > 0,
      },
      {
        promise: "A form that comes back holds what was typed",
        how: "Every refused form post of these, its page fetched and read",
        figure: `${count(kept)} came back, ${wrong.filter((why) => why.startsWith("lost")).length} lost a word`,
        holds: kept > 0 && !wrong.some((why) => why.startsWith("lost")),
      },
      {
        promise: "The log never holds what a visitor wrote",
        how: "A mark in every word of these, looked for in the log",
        figure: `${logged.length} of ${count(site.said().split("\n").length)} lines`,
        holds: logged.length === 0,
      },
    ];
  } finally {
    agent.destroy();
    await site.stop();
  }
}

/** As the contract has it: without blanks around, line ends of one sign; and as UTF-8 can say it. */
const asStored = (words: Record<string, unknown>): string =>
  JSON.stringify(
    fields.map((field) => {
      const text = String(words[field] ?? "").toWellFormed();
      return (field === "treatment" || field === "message" ? text.replaceAll("\r\n", "\n") : text).trim();
    }),
  );

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const escaped = (text: string | undefined): string => (text ?? "").replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
