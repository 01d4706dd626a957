import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { labelOf, oneLine, textOf } from "../consultations/mail/letter.ts";
import { fields } from "../consultations/request.ts";
import type { Queue, Requests } from "../consultations/store/store.ts";
import type { StoredRequest } from "../consultations/store/stored-request.ts";
import { timeInWords, timeOnClock } from "../consultations/studio-time.ts";
import { SettingsError } from "../consultations/variables.ts";
import { openStore } from "../server/backend.ts";
import { databaseFile, mailFolder } from "../server/data-files.ts";
import { loadSettings } from "../server/load-settings.ts";
import { forgetLetters } from "../server/mail-folder.ts";

const usage = `npm run requests -- list              every request, newest first
npm run requests -- show REF          one request in full
npm run requests -- export            all of them as CSV (or --format json)
npm run requests -- resend REF        post its letter again
npm run requests -- answered REF      mark it as answered
npm run requests -- delete REF        remove it for good
npm run requests -- purge             remove what was delivered longer ago than RETENTION_DAYS`;

/** What to tell the owner when a command cannot be carried out. */
class Refusal extends Error {}

type CommandInput = {
  store: Requests & Pick<Queue, "resend">;
  reference: string;
  format: string;
  timeZone: string;
  retentionDays: number;
  forget(ids: string[]): void;
};

const commands: Record<string, (input: CommandInput) => Promise<string>> = {
  list: async ({ store, timeZone }) =>
    (await store.list()).map((request) => inOneLine(request, timeZone)).join("\n") || "There are no requests.",
  show: async ({ store, reference, timeZone }) => inFull(known(await store.find(reference), reference), timeZone),
  export: async ({ store, format, timeZone }) => exported(await store.list(), format, timeZone),
  async resend({ store, reference }) {
    known(await store.resend(reference, Date.now()), reference);
    return `The letter of ${reference} goes out again while the server runs.`;
  },
  async answered({ store, reference }) {
    known(await store.answered(reference, Date.now()), reference);
    return `${reference} is marked as answered.`;
  },
  async delete({ store, reference, forget }) {
    const ids = await store.remove(reference);
    known(ids.length > 0, reference);
    forget(ids);
    return `${reference} is gone.`;
  },
  async purge({ store, retentionDays, forget }) {
    const ids = await store.purge(Date.now() - retentionDays * 24 * 60 * 60_000);
    forget(ids);
    return `${ids.length} removed, delivered more than ${retentionDays} days ago.`;
  },
};

try {
  console.log(await carryOut(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const own = error instanceof SettingsError || error instanceof Refusal;
  console.error(own ? error.message : `Not done: ${error.message}`);
  process.exitCode = 1;
}

async function carryOut(args: string[]): Promise<string> {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { format: { type: "string" } } });
  const [name = "", reference = ""] = positionals;
  const command = commands[name];
  if (!command) throw new Refusal(usage);
  const settings = loadSettings();
  const { dataDir, databaseUrl, retentionDays, timeZone } = settings;
  if (!databaseUrl && !existsSync(databaseFile(dataDir))) {
    throw new Refusal(`There are no requests yet: DATA_DIR (${dataDir}) has no database.`);
  }
  const store = openStore(settings, () => {});
  const forget = (ids: string[]) => forgetLetters(mailFolder(dataDir), ids);
  const format = values.format ?? "csv";
  try {
    return await command({ store, reference: reference.toUpperCase(), format, retentionDays, timeZone, forget });
  } finally {
    await store.close();
  }
}

function known<Found>(found: Found | null | false, reference: string): Found {
  if (found === null || found === false) throw new Refusal(`There is no request "${reference}".`);
  return found;
}

function inOneLine(request: StoredRequest, timeZone: string): string {
  const { minute } = timeOnClock(request.receivedAt, timeZone);
  const suspect = request.flags.length > 0 ? " (suspect)" : "";
  return [request.reference, minute, state(request).padEnd(9), oneLine(request.name) + suspect].join("  ");
}

function state({ answeredAt, deliveredAt }: StoredRequest): string {
  if (answeredAt !== null) return "answered";
  return deliveredAt === null ? "waiting" : "delivered";
}

function inFull(request: StoredRequest, timeZone: string): string {
  const at = (time: number) => timeInWords(time, timeZone);
  const { deliveredAt, attempts, lastError, answeredAt } = request;
  const waits = `not yet, after ${attempts} attempts${lastError ? ` (last error ${lastError})` : ""}`;
  return [
    `Reference: ${request.reference}`,
    `Received:  ${at(request.receivedAt)}`,
    `Delivered: ${deliveredAt === null ? waits : at(deliveredAt)}`,
    `Answered:  ${answeredAt === null ? "not yet" : at(answeredAt)}`,
    `Suspect:   ${request.flags.join(", ") || "no"}`,
    ...fields.map((field) => `${labelOf(field)}:`.padEnd(11) + textOf(request, field)),
  ].join("\n");
}

function exported(requests: StoredRequest[], format: string, timeZone: string): string {
  if (format === "json") return JSON.stringify(requests, null, 2);
  if (format !== "csv") throw new Refusal(`The format is "${format}", but must be csv or json.`);
  const minute = (time: number | null) => (time === null ? "" : timeOnClock(time, timeZone).minute);
  const rows = requests.map((request) => [
    request.reference,
    minute(request.receivedAt),
    minute(request.deliveredAt),
    minute(request.answeredAt),
    request.flags.join(" "),
    ...fields.map((field) => request[field]),
  ]);
  const head = ["reference", "received", "delivered", "answered", "suspect", ...fields];
  return [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n");
}

/** A cell that starts with one of these signs would be run as a formula by a spreadsheet; the quote makes it text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r\n\0\uff0b\uff0d\uff1d\uff20]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
