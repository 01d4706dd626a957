import { answerWithin } from "../requests/mail/email-context.ts";
import { isSuspect, type StoredRequest } from "../requests/store/stored-request.ts";

/** How a request stands at a moment. Light is time: `left` is negative when it is over. */
export type Deadline = { kind: "answered" | "apart" | "overdue" | "soon" | "plenty"; due: number; remaining: number };

const soonThreshold = 4 * 60 * 60_000;

export function deadlineOf(request: StoredRequest, now: number): Deadline {
  const due = request.receivedAt + answerWithin;
  const left = due - now;
  const kind = request.answeredAt !== null ? "answered" : isSuspect(request) ? "apart" : urgency(left);
  return { kind, due, remaining: left };
}

const urgency = (remaining: number) => (remaining <= 0 ? "overdue" : remaining <= soonThreshold ? "soon" : "plenty");

/** As far as time is left of the day that was promised; a sliver at least. */
export const remainingPercent = (remaining: number): string =>
  `${(Math.min(1, Math.max(0.01, remaining / answerWithin)) * 100).toFixed(1)}%`;
