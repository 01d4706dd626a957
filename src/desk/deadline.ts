import { answerBy } from "../requests/answer-by.ts";
import { isSpam, type StoredRequest } from "../requests/store/stored-request.ts";
import type { Clock } from "./time-text.ts";

/** The state of a request at a moment. `remaining` is in milliseconds until the answer is due, negative when overdue. */
export type Deadline = { kind: "answered" | "spam" | "overdue" | "soon" | "open"; due: number; remaining: number };

const soonThreshold = 4 * 60 * 60_000;

export function deadlineOf(request: StoredRequest, clock: Clock): Deadline {
  const due = answerBy(request.receivedAt, clock);
  const remaining = due - clock.now;
  const kind = request.answeredAt !== null ? "answered" : isSpam(request) ? "spam" : urgency(remaining);
  return { kind, due, remaining };
}

const urgency = (remaining: number) => (remaining <= 0 ? "overdue" : remaining <= soonThreshold ? "soon" : "open");
