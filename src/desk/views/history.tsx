import { answerBy, reminderTime } from "../../requests/answer-by.ts";
import type { HistoryEvent } from "../../requests/store/desk-store.ts";
import { isSpam } from "../../requests/store/stored-request.ts";
import { type Clock, capitalize, relativeTime } from "../time-text.ts";
import type { RequestPageProps } from "./request-actions.tsx";

const eventNames: Record<HistoryEvent["event"], string> = {
  sent: "Email sent to you",
  "sent again": "Email requested again",
  reminded: "Reminded",
  confirmed: "Confirmation sent to the visitor",
  announced: "You were told that it will be erased",
  "not announced": "The email that it will be erased in a month could not be sent",
  answered: "Marked as answered",
  "taken back": "Undone",
  spam: "You said it is not real",
  real: "You said it is real",
};

/** A timeline of what happened and what comes next. */
export function History({ request, events, clock }: RequestPageProps) {
  const { receivedAt, flags, attempts, deliveredAt } = request;
  const remindAt = reminderTime(answerBy(receivedAt, clock), clock.timeZone);
  const lastSent = events.findLast(({ event }) => event === "sent");
  const eventText = (historyEvent: HistoryEvent) =>
    historyEvent === lastSent && deliveredAt !== null && attempts > 1
      ? `${eventNames.sent}, at try ${attempts}`
      : eventNames[historyEvent.event];
  return (
    <ol className="history" role="list">
      <Step label="Received" at={receivedAt} clock={clock} />
      {flags.length > 0 && <Step label="Looked like spam" at={receivedAt} clock={clock} />}
      {events.map((historyEvent) => (
        <Step
          key={`${historyEvent.event} ${historyEvent.at}`}
          label={eventText(historyEvent)}
          at={historyEvent.at}
          clock={clock}
        />
      ))}
      {deliveredAt === null && (
        <li>
          <span>{attempts > 0 ? `Email not sent yet, after ${attempts} tries` : "Email on its way"}</span>
        </li>
      )}
      {request.answeredAt === null && !isSpam(request) && clock.now < remindAt && (
        <Step label="Reminder, if still open" at={remindAt} clock={clock} isNext />
      )}
    </ol>
  );
}

function Step({ label, at, clock, isNext }: { label: string; at: number; clock: Clock; isNext?: boolean }) {
  return (
    <li className={isNext ? undefined : "done"}>
      <span>{label}</span> <time dateTime={new Date(at).toISOString()}>{capitalize(relativeTime(clock, at))}</time>
    </li>
  );
}
