import { existsSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { csvHead, csvRow } from "../consultations/csv.ts";
import { labelOf, oneLine, textOf } from "../consultations/mail/legible.ts";
import { fields } from "../consultations/request.ts";
import { everyRequest } from "../consultations/store/every-request.ts";
import { forbidden } from "../consultations/store/file-access.ts";
import type { Reader } from "../consultations/store/sqlite-reader.ts";
import type { Store } from "../consultations/store/store.ts";
import type { StoredRequest } from "../consultations/store/stored-request.ts";
import { timeInWords, timeOnClock } from "../consultations/studio-time.ts";
import { propertiesOf } from "../consultations/thrown.ts";
import { purgeInSteps } from "../consultations/watch.ts";
import { openReader, openStore } from "../server/backend.ts";
import { databaseFile, mailFolder } from "../server/data-files.ts";
import { forgetLetters } from "../server/mail-folder.ts";
import { removeReplaced } from "../server/sqlite-backup.ts";
import { loadSettings } from "../settings/load.ts";
import { SettingsError } from "../settings/variables.ts";

const usage = `npm run requests -- list              every request, newest first
npm run requests -- show REF          one request in full
npm run requests -- export            all of them as CSV (or --format json)
npm run requests -- resend REF        post its letter again
npm run requests -- answered REF      mark it as answered
npm run requests -- delete REF        remove it for good
npm run requests -- purge             remove what was delivered and answered longer ago than RETENTION_DAYS`;

/** What to tell the owner when a command cannot be carried out. */
class Refusal extends Error {}

type Asked = { reference: string; format: string; timeZone: string; retentionDays: number };
type Answer = string | AsyncIterable<string>;

const reading: Record<string, (store: Reader, asked: Asked) => Answer | Promise<Answer>> = {
  list: (store, { timeZone }) => listed(store, timeZone),
  show: async (store, { reference, timeZone }) => inFull(known(await store.find(reference), reference), timeZone),
  export(store, { format, timeZone }) {
    if (format === "json") return asJson(store);
    if (format === "csv") return asCsv(store, timeZone);
    throw new Refusal(`The format is "${format}", but must be csv or json.`);
  },
};

type Forget = (ids: string[]) => void;

const writing: Record<string, (store: Store, asked: Asked, forget: Forget) => Promise<Answer>> = {
  async resend(store, { reference }) {
    known(await store.resend(reference, Date.now()), reference);
    return `The letter of ${reference} goes out again while the server runs.`;
  },
  async answered(store, { reference }) {
    known(await store.answered(reference, Date.now()), reference);
    return `${reference} is marked as answered.`;
  },
  async delete(store, { reference }, forget) {
    forget([known(await store.find(reference), reference).id]);
    await store.remove(reference);
    return `${reference} is gone.`;
  },
  async purge(store, { retentionDays }, forget) {
    const deliveredBefore = Date.now() - retentionDays * 24 * 60 * 60_000;
    let count = 0;
    for await (const some of purgeInSteps(store, deliveredBefore, forget)) count += some;
    return `${count} removed, delivered and answered more than ${retentionDays} days ago.`;
  },
};

try {
  await carryOut(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const own = error instanceof SettingsError || error instanceof Refusal;
  // Whoever reads along, like `head`, may have seen enough.
  if (propertiesOf(error).code !== "EPIPE") {
    console.error(own ? error.message : `Not done: ${error.message}`);
    process.exitCode = 1;
  }
}

async function carryOut(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { format: { type: "string" } } });
  const [name = "", reference = ""] = positionals;
  const [read, write] = [reading[name], writing[name]];
  if (!read && !write) throw new Refusal(usage);
  const settings = loadSettings();
  const { dataDir, databaseUrl, retentionDays, timeZone } = settings;
  if (!databaseUrl && !existsSync(databaseFile(dataDir))) {
    const reason = forbidden(dataDir, "read");
    throw new Refusal(reason ? `${reason}.` : `There are no requests yet: DATA_DIR (${dataDir}) has no database.`);
  }
  const asked = { reference: reference.toUpperCase(), format: values.format ?? "csv", timeZone, retentionDays };
  if (read) {
    const store = openReader(settings);
    await print(read(store, asked)).finally(store.close);
  } else if (write) {
    const store = openStore(settings, () => {});
    await print(write(store, asked, (ids) => forgetLetters(mailFolder(dataDir), ids))).finally(store.close);
    if (name === "purge" && !databaseUrl) {
      removeReplaced(databaseFile(dataDir), Date.now() - retentionDays * 24 * 60 * 60_000);
    }
  }
}

/** As fast as it is read, so that a backlog of any size fits. */
async function print(answer: Answer | Promise<Answer>): Promise<void> {
  const words = await answer;
  const parts = typeof words === "string" ? [`${words}\n`] : words;
  await pipeline(Readable.from(parts, { objectMode: true, highWaterMark: 100 }), process.stdout, { end: false });
}

function known<Found>(found: Found | null | false, reference: string): Found {
  if (found === null || found === false) throw new Refusal(`There is no request "${reference}".`);
  return found;
}

async function* listed(store: Reader, timeZone: string): AsyncGenerator<string> {
  let count = 0;
  for await (const request of everyRequest(store)) {
    count++;
    yield `${inOneLine(request, timeZone)}\n`;
  }
  if (count === 0) yield "There are no requests.\n";
}

async function* asCsv(store: Reader, timeZone: string): AsyncGenerator<string> {
  yield csvHead;
  for await (const request of everyRequest(store)) yield csvRow(request, timeZone, process.stdout.isTTY);
}

async function* asJson(store: Reader): AsyncGenerator<string> {
  let start = "[\n";
  for await (const request of everyRequest(store)) {
    // JSON escapes the controls of ASCII alone, and a terminal heeds those above it too.
    const text = JSON.stringify(request, null, 2).replace(/[\x7f-\x9f]/g, (sign) => `\\u00${hex(sign)}`);
    yield start + text;
    start = ",\n";
  }
  yield start === "[\n" ? "[]\n" : "\n]\n";
}

const hex = (sign: string): string => sign.charCodeAt(0).toString(16);

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
