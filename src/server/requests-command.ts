import { existsSync } from "node:fs";
import { csvRows } from "../requests/csv.ts";
import { fieldText, toOneLine } from "../requests/mail/display-text.ts";
import { fields, formField } from "../requests/request.ts";
import type { RequestReader } from "../requests/store/sqlite-reader.ts";
import { iterateRequests, type Store } from "../requests/store/store.ts";
import type { StoredRequest } from "../requests/store/stored-request.ts";
import { localTime } from "../requests/studio-time.ts";
import { findAccessProblem } from "../settings/file-access.ts";
import type { Settings } from "../settings/settings.ts";
import { CommandError } from "./command-error.ts";
import { databaseFile, mailFolder } from "./data-paths.ts";
import { deleteEmails } from "./folder-mailer.ts";
import { openRequestReader, openStore } from "./open-store.ts";

const usage = `npm run requests -- list              every request, newest first
npm run requests -- show REF          one request in full
npm run requests -- export            all of them as CSV
npm run requests -- resend REF        send its email again
npm run requests -- answered REF      mark it as answered
npm run requests -- delete REF        remove it for good
npm run requests -- smoke URL         check a live site from outside, by sending it a test`;

type Command<Store> = (store: Store, settings: Settings, reference: string) => AsyncIterable<string>;

const readCommands: Record<string, Command<RequestReader>> = {
  list: listRequests,
  async *show(store, { timeZone }, reference) {
    yield formatRequest(requireFound(await store.find(reference), reference), timeZone);
  },
  export: (store, { timeZone }) => csvRows(store, timeZone),
};

const writeCommands: Record<string, Command<Store>> = {
  async *resend(store, _, reference) {
    requireFound(await store.resend(reference, Date.now()), reference);
    yield `The email about ${reference} will be sent again while the server runs.\n`;
  },
  async *answered(store, _, reference) {
    requireFound(await store.markAnswered(reference, Date.now()), reference);
    yield `${reference} is marked as answered.\n`;
  },
  async *delete(store, { dataDir }, reference) {
    deleteEmails(mailFolder(dataDir), [requireFound(await store.find(reference), reference).id]);
    await store.remove(reference);
    yield `${reference} is gone.\n`;
  },
};

/** Does what one of the commands above asks for, and says what came of it. */
export async function* runRequestsCommand(args: string[], load: () => Settings): AsyncGenerator<string> {
  const [name = "", written = ""] = args;
  const [read, write] = [readCommands[name], writeCommands[name]];
  if (!read && !write) throw new CommandError(usage);
  const settings = load();
  const { dataDir, databaseUrl } = settings;
  if (!databaseUrl && !existsSync(databaseFile(dataDir))) {
    const reason = findAccessProblem(dataDir, "read");
    throw new CommandError(reason ? `${reason}.` : `There are no requests yet: DATA_DIR (${dataDir}) has no database.`);
  }
  const reference = written.toUpperCase();
  if (read) yield* use(await openRequestReader(settings), (store) => read(store, settings, reference));
  else if (write) yield* use(await openStore(settings, () => {}), (store) => write(store, settings, reference));
}

async function* use<Opened extends RequestReader>(store: Opened, command: (store: Opened) => AsyncIterable<string>) {
  try {
    yield* command(store);
  } finally {
    await store.close();
  }
}

function requireFound<Found>(found: Found | null | false, reference: string): Found {
  if (found === null || found === false) throw new CommandError(`There is no request "${reference}".`);
  return found;
}

async function* listRequests(store: RequestReader, { timeZone }: Settings): AsyncGenerator<string> {
  let count = 0;
  for await (const request of iterateRequests(store)) {
    count++;
    yield `${formatSummary(request, timeZone)}\n`;
  }
  if (count === 0) yield "There are no requests.\n";
}

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
  const at = (time: number) => localTime(time, timeZone).dateTime;
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
  return lines.map(([label, text]) => `${`${label}:`.padEnd(width)}${text}\n`).join("");
}
