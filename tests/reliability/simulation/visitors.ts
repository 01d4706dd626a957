import { endpoint, idempotencyKeyHeader, trapHeader } from "../../../src/requests/request.ts";
import { sampleEmail, sampleRequest } from "../../kit/sample-request.ts";
import type { Random } from "../random.ts";
import type { Mailbox } from "./mailbox.ts";
import type { Disk } from "./simulated-disk.ts";
import type { SimulatedServer } from "./simulated-server.ts";

type Visitor = {
  email: string;
  form: boolean;
  isSpam: boolean;
  thanked: boolean;
  reference: string;
  /** The owner has marked the request as answered or as spam; from then on it may be purged. */
  dealtWith: boolean;
  /** The store has confirmed the mark; from then on the request must be purged in time. */
  confirmed: boolean;
};

/** A broken guarantee, with a description. */
export class BrokenPromise extends Error {}

/** The visitors and the responses they got, against which the store and the mailbox are checked. */
export function createVisitors(random: Random, mailbox: Mailbox) {
  const all: Visitor[] = [];
  let purged = 0;

  async function post(visitor: Visitor, server: SimulatedServer, changedMessage = false): Promise<void> {
    const fields = { ...sampleRequest, email: visitor.email, ...(changedMessage && { message: "Something else" }) };
    const headers = {
      origin: "http://studio.example",
      "content-type": visitor.form ? "application/x-www-form-urlencoded" : "application/json",
      [idempotencyKeyHeader]: visitor.email,
      ...(visitor.isSpam && { [trapHeader]: "1" }),
    };
    const body = visitor.form ? new URLSearchParams(fields).toString() : JSON.stringify(fields);
    const request = new Request(`http://studio.example${endpoint}`, { method: "POST", headers, body });
    const response = await server.handle(request, "192.0.2.1");
    const answer = visitor.form ? null : await response.json();
    const thanked = visitor.form ? response.headers.get("location")?.endsWith("#sent") : answer.ok === true;
    if (!thanked) return;
    // If the request was not stored before, the changed text may have been stored first.
    if (changedMessage && visitor.thanked && !visitor.dealtWith)
      throw new BrokenPromise(`${visitor.email} was thanked for words that were not stored`);
    if (changedMessage) return;
    const reference = answer?.reference || visitor.reference;
    if (visitor.reference && reference !== visitor.reference && !visitor.dealtWith)
      throw new BrokenPromise(`${visitor.email} got two references for one key`);
    visitor.thanked = true;
    visitor.reference = reference;
  }

  return {
    thanked: () => all.filter(({ thanked }) => thanked).length,
    purged: () => purged,
    /** A new visitor, or one who tries again: without a response, unsure, or with a changed text. */
    visit(server: SimulatedServer): Promise<void> {
      const again = all.length > 0 && random.chance(0.35);
      const visitor: Visitor = again
        ? random.pick(all.slice(-12))
        : {
            email: sampleEmail(all.length),
            form: random.chance(0.3),
            isSpam: random.chance(0.15),
            thanked: false,
            reference: "",
            dealtWith: false,
            confirmed: false,
          };
      if (!again) all.push(visitor);
      if (visitor.dealtWith) return Promise.resolve();
      return post(visitor, server, again && visitor.thanked && random.chance(0.2));
    },
    /** The owner handles a request that she was notified of. */
    async dealWithOne(server: SimulatedServer): Promise<void> {
      const known = all.filter(({ reference, dealtWith }) => !dealtWith && mailbox.arrived.has(reference));
      if (known.length === 0) return;
      const visitor = random.pick(known);
      visitor.dealtWith = true;
      visitor.confirmed = await (random.chance(0.5) ? server.answered : server.markSpam)(visitor.reference);
    },
    /** Throws unless every acknowledged request is stored once, or was purged in time. */
    check(disk: Disk): void {
      const stored = new Map<unknown, unknown>();
      for (const { email, reference } of disk.rows()) {
        if (stored.has(email)) throw new BrokenPromise(`${email} is stored twice`);
        stored.set(email, reference);
      }
      purged = 0;
      for (const { email, thanked, reference, dealtWith } of all) {
        if (!thanked) continue;
        if (!stored.has(email) && !dealtWith) throw new BrokenPromise(`${email} was thanked and is lost`);
        if (!stored.has(email)) purged++;
        else if (reference && stored.get(email) !== reference && !dealtWith)
          throw new BrokenPromise(`${email} is stored under another reference`);
      }
    },
    keptTooLong(disk: Disk): number {
      const confirmed = new Set<unknown>(all.filter((visitor) => visitor.confirmed).map(({ email }) => email));
      return disk.rows().filter(({ email }) => confirmed.has(email)).length;
    },
    checkDelivered(disk: Disk): void {
      for (const { email, reference } of disk.rows())
        if (!mailbox.arrived.has(String(reference))) throw new BrokenPromise(`the email about ${email} never arrived`);
    },
  };
}
