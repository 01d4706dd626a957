import { Agent } from "node:http";
import { Readable } from "node:stream";
import fc from "fast-check";
import { fields } from "../../../src/requests/request.ts";
import { type HttpResult, sendRequest } from "../../kit/http-request.ts";
import { countEach, formatCount, type Prove, resultOf, scaled } from "../results.ts";
import { numberedAddress, startExampleSite } from "../servers.ts";
import { canary, type RandomRequest, randomRequest } from "./random-requests.ts";

const inFlight = 48;
const batchSize = 2_000;
const statuses = [200, 204, 301, 303, 304, 400, 403, 404, 405, 413, 415, 417, 422, 429, 431];

/** Sends random requests, and checks the responses, the stored requests and the log. */
export const proveFuzzing: Prove = async (options) => {
  const { seed, log } = options;
  await using site = await startExampleSite();
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const total = scaled(100_000, options, 1_000);
  const problems: string[] = [];
  const thanked = new Map<string, string | undefined>();
  const answers: number[] = [];
  let returnedForms = 0;
  let sent = 0;

  const reportProblem = (attempt: RandomRequest, reason: string) =>
    problems.push(`${reason}: ${attempt.method} ${JSON.stringify(attempt).slice(0, 600)}`);

  async function checkAnswer(attempt: RandomRequest, answer: HttpResult): Promise<void> {
    const { status, text, headers } = answer;
    answers.push(status);
    if (!statuses.includes(status)) reportProblem(attempt, `answered with ${status} ${status ? "" : text}`);
    if (text.includes(canary)) reportProblem(attempt, "its words came back as markup");
    const location = String(headers.location ?? "");
    const { submitted } = attempt;
    if (status === 200 && attempt.method === "POST") {
      const { reference } = JSON.parse(text);
      if (Boolean(submitted) !== Boolean(reference)) reportProblem(attempt, "thanked for no request, or not for one");
      else if (submitted) thanked.set(normalised(submitted), reference);
    }
    if (status !== 303) return;
    if (location.endsWith("#sent")) {
      if (submitted) thanked.set(normalised(submitted), thanked.get(normalised(submitted)));
      else reportProblem(attempt, "thanked for no request");
    } else if (submitted && location.includes("?draft=")) {
      const formPage = await sendRequest({ port: site.port, path: location.replace(/#.*/, ""), agent });
      const lost = fields.filter((field) => !formPage.text.includes(escapeHtml(submitted[field])));
      if (formPage.text.includes(canary)) reportProblem(attempt, "its words came back as markup");
      if (formPage.status !== 200 || lost.length > 0) reportProblem(attempt, `lost ${lost} with ${formPage.status}`);
      returnedForms++;
    } else if (submitted) reportProblem(attempt, `lost every word at ${location}`);
  }

  async function send(attempt: RandomRequest): Promise<void> {
    const headers = { ...attempt.headers, "x-forwarded-for": numberedAddress(sent++) };
    await checkAnswer(attempt, await sendRequest({ port: site.port, ...attempt, headers, agent }));
  }

  for (let offset = 0; offset < total; offset += batchSize) {
    const numRuns = Math.min(batchSize, total - offset);
    const attempts = fc.sample(randomRequest, { seed: seed + offset, numRuns });
    await Readable.from(attempts).forEach(send, { concurrency: inFlight });
  }
  const stored = new Map((await site.requests()).map((request) => [normalised(request), request.reference]));
  const missing = [...thanked].filter(([words, reference]) => {
    const found = stored.get(words);
    return !found || (reference !== undefined && found !== reference);
  });
  for (const [words] of missing.slice(0, 5)) log(`thanked and not stored: ${words.slice(0, 300)}`);
  for (const problem of problems.slice(0, 10)) log(problem);
  const logged = site.output().match(/.*canary.*/gi) ?? [];
  const lostWords = problems.filter((problem) => problem.startsWith("lost")).length;
  return [
    resultOf("Every request gets a response, never a server fault and never its own text as markup", {
      [`${problems.length} wrong of ${formatCount(sent)}`]: problems.length === 0 && sent === total,
      [countEach(answers)]: true,
    }),
    resultOf("Every acknowledged request is stored with exactly its text", {
      [`${formatCount(thanked.size)} thanked`]: thanked.size > 0,
      [`${missing.length} missing or changed`]: missing.length === 0,
      [`${formatCount(stored.size)} stored`]: stored.size === thanked.size,
    }),
    resultOf("A rejected form comes back with the typed text", {
      [`${formatCount(returnedForms)} came back`]: returnedForms > 0,
      [`${lostWords} lost a word`]: lostWords === 0,
    }),
    resultOf("The log never contains a visitor's text", {
      [`${logged.length} of ${formatCount(site.output().split("\n").length)} lines`]: logged.length === 0,
    }),
  ];
};

/** Normalises text as the API does: trimmed, with \n line endings and valid UTF-8. */
const normalised = (words: Record<string, unknown>): string =>
  JSON.stringify(
    fields.map((field) => {
      const text = String(words[field] ?? "").toWellFormed();
      return (field === "treatment" || field === "message" ? text.replaceAll("\r\n", "\n") : text).trim();
    }),
  );

const htmlEntities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const escapeHtml = (text: string | undefined): string =>
  (text ?? "").replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character);
