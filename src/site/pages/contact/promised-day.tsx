import { answerWithin, closedParts } from "../../../requests/answer-by.ts";
import { dayAndTime } from "../../../requests/studio-time.ts";
import type { FormStrings } from "./contact-props.ts";
import thanks from "./thanks.module.css";

interface PromisedDayProps {
  sentAt: number;
  words: NonNullable<FormStrings["success"]["answer"]>;
  clock: FormStrings["clock"];
}

/** The 24 hours from a request to its answer, as a line on which the closed hours are hatched. */
export function PromisedDay({ sentAt, words, clock: { hours, timeZone } }: PromisedDayProps) {
  const closed = closedParts(sentAt, hours, timeZone);
  return (
    <div className={thanks.day}>
      <p className={thanks.ends}>
        <span>
          <b>{dayAndTime(sentAt, timeZone)}</b> {words.request}
        </span>
        <span>
          <b>{dayAndTime(sentAt + answerWithin, timeZone)}</b> {words.answer}
        </span>
      </p>
      <svg className={thanks.line} aria-hidden="true">
        <pattern id="closed" width="7" height="20" patternUnits="userSpaceOnUse" patternTransform="skewX(-25)">
          <path d="M1 0v20" stroke="currentColor" strokeWidth="1.5" />
        </pattern>
        {closed.map(([start, end]) => (
          <rect key={start} x={percent(start)} width={percent(end - start)} height="20" fill="url(#closed)" />
        ))}
      </svg>
      {closed.length > 0 && (
        <p className={thanks.key}>
          <svg aria-hidden="true">
            <rect width="100%" height="20" fill="url(#closed)" />
          </svg>
          {words.closed}
        </p>
      )}
    </div>
  );
}

const percent = (part: number) => `${(100 * part).toFixed(2)}%`;
