import { answerWithin } from "../consultations/mail/stationery.ts";
import { isApart, type StoredRequest } from "../consultations/store/stored-request.ts";

/** How a request stands at a moment. Light is time: `left` is negative when it is over. */
export type Standing = { kind: "answered" | "apart" | "overdue" | "soon" | "plenty"; due: number; left: number };

const soon = 4 * 60 * 60_000;

export function standingOf(request: StoredRequest, now: number): Standing {
  const due = request.receivedAt + answerWithin;
  const left = due - now;
  const kind = request.answeredAt !== null ? "answered" : isApart(request) ? "apart" : timed(left);
  return { kind, due, left };
}

const timed = (left: number) => (left <= 0 ? "overdue" : left <= soon ? "soon" : "plenty");

/** As far as time is left of the day that was promised; a sliver at least. */
export const litPart = (left: number): string =>
  `${(Math.min(1, Math.max(0.01, left / answerWithin)) * 100).toFixed(1)}%`;
