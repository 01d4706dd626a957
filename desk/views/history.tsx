import type { Moment } from "../../consultations/store/desk-store.ts";
import { isApart, type StoredRequest } from "../../consultations/store/stored-request.ts";
import { remindAfter } from "../../consultations/watch.ts";
import { type Clock, capital, when } from "../words.ts";

const names: Record<Moment["event"], string> = {
  sent: "Letter sent to you",
  "sent again": "Letter asked for again",
  reminded: "Reminded",
  answered: "Marked as answered",
  "taken back": "Taken back",
  apart: "You set it apart",
  real: "You said it is real",
};

/** Moments on a line: what happened, and what comes next. */
export function History({ request, moments, clock }: { request: StoredRequest; moments: Moment[]; clock: Clock }) {
  const { receivedAt, flags, attempts, deliveredAt } = request;
  const lastSent = moments.findLast(({ event }) => event === "sent");
  const wordsOf = (moment: Moment) =>
    moment === lastSent && deliveredAt !== null && attempts > 1
      ? `${names.sent}, at try ${attempts}`
      : names[moment.event];
  return (
    <ol className="history" role="list">
      <Step words="Received" at={receivedAt} clock={clock} />
      {flags.length > 0 && <Step words="Set apart, possibly automated" at={receivedAt} clock={clock} />}
      {moments.map((moment) => (
        <Step key={`${moment.event} ${moment.at}`} words={wordsOf(moment)} at={moment.at} clock={clock} />
      ))}
      {deliveredAt === null && (
        <li>
          <span>{attempts > 0 ? `Letter not sent yet, after ${attempts} tries` : "Letter on its way"}</span>
        </li>
      )}
      {waitsForReminder(request, clock) && (
        <Step words="Reminder, if still open" at={receivedAt + remindAfter} clock={clock} next />
      )}
    </ol>
  );
}

const waitsForReminder = (request: StoredRequest, { now }: Clock): boolean =>
  request.answeredAt === null && !isApart(request) && now < request.receivedAt + remindAfter;

function Step({ words, at, clock, next }: { words: string; at: number; clock: Clock; next?: boolean }) {
  return (
    <li className={next ? undefined : "done"}>
      <span>{words}</span> <time dateTime={new Date(at).toISOString()}>{capital(when(clock, at))}</time>
    </li>
  );
}
