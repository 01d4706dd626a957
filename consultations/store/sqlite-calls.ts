import type { Trace } from "../thrown.ts";
import { desk } from "./sqlite-desk.ts";
import { notes } from "./sqlite-notes.ts";
import { queue } from "./sqlite-queue.ts";
import { requests } from "./sqlite-requests.ts";

/** What the store's thread can be asked for. */
export const calls = { ...requests, ...queue, ...notes, ...desk };

export type Call = { id: number; operation: keyof typeof calls | "check"; args: unknown[] };
export type Reply = { id: number; result?: unknown; error?: string; trace?: Trace; fatal?: boolean };
