import { existsSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { errorProperties } from "../log/errors.ts";
import { csvHeader, csvRow } from "../requests/csv.ts";
import { fieldText, toOneLine } from "../requests/mail/display-text.ts";
import { fields, formField } from "../requests/request.ts";
import { purgeInSteps } from "../requests/scheduled-jobs.ts";
import type { RequestReader } from "../requests/store/sqlite-reader.ts";
import { iterateRequests, type Store } from "../requests/store/store.ts";
import type { StoredRequest } from "../requests/store/stored-request.ts";
import { formatFullTime, localTime } from "../requests/studio-time.ts";
import { findAccessProblem } from "../settings/file-access.ts";
import type { Settings } from "../settings/settings.ts";
import { SettingsError } from "../settings/variables.ts";
import { CommandError } from "./command-error.ts";
import { databaseFile, mailFolder } from "./data-paths.ts";
import { deleteEmails } from "./folder-mailer.ts";
import { openRequestReader, openStore } from "./open-store.ts";
import { removeReplaced } from "./sqlite-backup.ts";

const usage = `npm run requests -- list              every request, newest first
npm run requests -- show REF          one request in full
npm run requests -- export            all of them as CSV (or --format json)
npm run requests -- resend REF        send its email again
npm run requests -- answered REF      mark it as answered
npm run requests -- delete REF        remove it for good
npm run requests -- purge             remove what was delivered and answered longer ago than RETENTION_DAYS
npm run requests -- smoke URL         check a live site from outside, by sending it a test`;

type CommandOptions = {
  reference: string;
  format: string;
  timeZone: string;
  retentionDays: number;
  isTerminal: boolean;
};
type Output = string | AsyncIterable<string>;

const readCommands: Record<string, (store: RequestReader, options: CommandOptions) => Output | Promise<Output>> = {
  list: (store, { timeZone }) => listRequests(store, timeZone),
  show: async (store, { reference, timeZone }) =>
    formatRequest(requireFound(await store.find(reference), reference), timeZone),
  export(store, { format, timeZone, isTerminal }) {
    if (format === "json") return exportJson(store);
    if (format === "csv") return exportCsv(store, timeZone, isTerminal);
    throw new CommandError(`The format is "${format}", but must be csv or json.`);
  },
};

type DeleteCopies = (ids: string[]) => void;

const writeCommands: Record<
  string,
  (store: Store, options: CommandOptions, deleteCopies: DeleteCopies) => Promise<Output>
> = {
  async resend(store, { reference }) {
    requireFound(await store.resend(reference, Date.now()), reference);
    return `The email about ${reference} will be sent again while the server runs.`;
  },
  async answered(store, { reference }) {
    requireFound(await store.markAnswered(reference, Date.now()), reference);
    return `${reference} is marked as answered.`;
  },
  async delete(store, { reference }, deleteCopies) {
    deleteCopies([requireFound(await store.find(reference), reference).id]);
    await store.remove(reference);
    return `${reference} is gone.`;
  },
  async purge(store, { retentionDays }, deleteCopies) {
    const deliveredBefore = Date.now() - retentionDays * 24 * 60 * 60_000;
    let count = 0;
    for await (const some of purgeInSteps(store, deliveredBefore, deleteCopies)) count += some;
    return `${count} removed, delivered and answered more than ${retentionDays} days ago.`;
  },
};

/** Where the command writes: a terminal, a pipe or a test. */
type Screen = NodeJS.WritableStream & { isTTY?: boolean };

/** Runs one of the commands above. Returns the exit status. */
export async function runRequestsCommand(args: string[], load: () => Settings, screen: Screen): Promise<number> {
  try {
    await runCommand(args, load, screen);
    return 0;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // A reader such as `head` may close the pipe early.
    if (errorProperties(error).code === "EPIPE") return 0;
    const isExpected = error instanceof SettingsError || error instanceof CommandError;
    console.error(isExpected ? error.message : `Not done: ${error.message}`);
    return 1;
  }
}

async function runCommand(args: string[], load: () => Settings, screen: Screen): Promise<void> {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { format: { type: "string" } } });
  const [name = "", reference = ""] = positionals;
  const [read, write] = [readCommands[name], writeCommands[name]];
  if (!read && !write) throw new CommandError(usage);
  const settings = load();
  const { dataDir, databaseUrl, retentionDays, timeZone } = settings;
  if (!databaseUrl && !existsSync(databaseFile(dataDir))) {
    const reason = findAccessProblem(dataDir, "read");
    throw new CommandError(reason ? `${reason}.` : `There are no requests yet: DATA_DIR (${dataDir}) has no database.`);
  }
  const options = {
    reference: reference.toUpperCase(),
    format: values.format ?? "csv",
    timeZone,
    retentionDays,
    isTerminal: screen.isTTY ?? false,
  };
  if (read) {
    const store = await openRequestReader(settings);
    await print(read(store, options), screen).finally(store.close);
  } else if (write) {
    const store = await openStore(settings, () => {});
    await print(
      write(store, options, (ids) => deleteEmails(mailFolder(dataDir), ids)),
      screen,
    ).finally(store.close);
    if (name === "purge" && !databaseUrl) {
      removeReplaced(databaseFile(dataDir), Date.now() - retentionDays * 24 * 60 * 60_000);
    }
  }
}

/** Writes as fast as the output is read, so that memory does not grow with the number of requests. */
async function print(output: Output | Promise<Output>, screen: Screen): Promise<void> {
  const text = await output;
  const parts = typeof text === "string" ? [`${text}\n`] : text;
  await pipeline(Readable.from(parts, { objectMode: true, highWaterMark: 100 }), screen, { end: false });
}

function requireFound<Found>(found: Found | null | false, reference: string): Found {
  if (found === null || found === false) throw new CommandError(`There is no request "${reference}".`);
  return found;
}

async function* listRequests(store: RequestReader, timeZone: string): AsyncGenerator<string> {
  let count = 0;
  for await (const request of iterateRequests(store)) {
    count++;
    yield `${formatSummary(request, timeZone)}\n`;
  }
  if (count === 0) yield "There are no requests.\n";
}

async function* exportCsv(store: RequestReader, timeZone: string, isTerminal: boolean): AsyncGenerator<string> {
  yield csvHeader;
  for await (const request of iterateRequests(store)) yield csvRow(request, timeZone, isTerminal);
}

async function* exportJson(store: RequestReader): AsyncGenerator<string> {
  let start = "[\n";
  for await (const request of iterateRequests(store)) {
    // JSON escapes only ASCII control characters, and terminals also interpret some above ASCII.
    const text = JSON.stringify(request, null, 2).replace(/[\x7f-\x9f]/g, (character) => `\\u00${hex(character)}`);
    yield start + text;
    start = ",\n";
  }
  yield start === "[\n" ? "[]\n" : "\n]\n";
}

const hex = (character: string): string => character.charCodeAt(0).toString(16);

function formatSummary(request: StoredRequest, timeZone: string): string {
  const { dateTime } = localTime(request.receivedAt, timeZone);
  const spam = request.flags.length > 0 ? " (spam)" : "";
  return [request.reference, dateTime, deliveryState(request).padEnd(9), toOneLine(request.name) + spam].join("  ");
}

function deliveryState({ answeredAt, deliveredAt }: StoredRequest): string {
  if (answeredAt !== null) return "answered";
  return deliveredAt === null ? "waiting" : "delivered";
}

function formatRequest(request: StoredRequest, timeZone: string): string {
  const at = (time: number) => formatFullTime(time, timeZone);
  const { deliveredAt, attempts, lastError, answeredAt } = request;
  const pendingText = `not yet, after ${attempts} attempts${lastError ? ` (last error ${lastError})` : ""}`;
  const lines: [label: string, text: string][] = [
    ["Reference", request.reference],
    ["Received", at(request.receivedAt)],
    ["Delivered", deliveredAt === null ? pendingText : at(deliveredAt)],
    ["Answered", answeredAt === null ? "not yet" : at(answeredAt)],
    ["Spam", request.flags.join(", ") || "no"],
    ...fields.map((field): [string, string] => [formField(field).label, fieldText(request, field)]),
  ];
  const width = Math.max(...lines.map(([label]) => label.length)) + 2;
  return lines.map(([label, text]) => `${label}:`.padEnd(width) + text).join("\n");
}
