import { addDays, startOfDay } from "../settings/time-zone.ts";
import { answerWithin } from "./answer-by.ts";
import type { EmailContext } from "./mail/email-context.ts";
import type { Mailer } from "./mail/mailer.ts";
import { weeklyEmail } from "./mail/weekly-email.ts";
import { noteSent } from "./note-sent.ts";
import type { DeskStore } from "./store/desk-store.ts";
import type { KeyValues, RequestStore } from "./store/store.ts";
import type { VisitStore } from "./store/visit-store.ts";
import { localTime } from "./studio-time.ts";
import type { SystemStatus } from "./system-status.ts";
import { readVisits } from "./visits.ts";

export type WeeklySettings = EmailContext & {
  store: Pick<RequestStore, "listUnanswered" | "summarizeAnswers"> &
    Pick<DeskStore, "listSpam"> &
    Pick<VisitStore, "listVisits"> &
    Pick<KeyValues, "get" | "set">;
  mailer: Mailer;
  now: () => number;
  /** Milliseconds on a monotonic clock, which no adjustment of the system time moves. */
  elapsed?: () => number;
  systemStatus?: () => Promise<SystemStatus>;
  retentionDays: number;
  /** Hour of the weekly email on Monday on the studio's clock; null or missing for none. */
  weeklyHour?: number | null;
  countsVisits?: () => boolean;
  /** What the site could use, noted by the build; missing where there is no build. */
  siteNeeds?: () => string[];
};

/** The Monday of the week that a date is in. */
const mondayOf = (date: string): string => addDays(date, -((new Date(date).getUTCDay() + 6) % 7));

export const isMonday = (date: string): boolean => mondayOf(date) === date;

/**
 * One email a week, on Monday morning; later in the week if the server was down. What is stored is the Monday for which
 * it was sent, after it was sent: a crash in between sends the same email again, with the same Message-ID. A server that
 * starts for the first time begins with the next week.
 */
export async function weekly(settings: WeeklySettings): Promise<void> {
  const { store, mailer, timeZone, weeklyHour = null, systemStatus, siteNeeds, retentionDays, countsVisits } = settings;
  if (weeklyHour === null) return;
  const now = settings.now();
  const { date, hour } = localTime(now, timeZone);
  const monday = mondayOf(date);
  const isDue = date > monday || hour >= weeklyHour;
  const last = await store.get("weekly");
  if (last === null) return store.set("weekly", isDue ? monday : "none yet");
  if (!isDue || last === monday) return;
  const from = startOfDay(addDays(monday, -7), timeZone);
  const until = startOfDay(monday, timeZone);
  const email = await weeklyEmail(
    {
      monday,
      from,
      until,
      now,
      mayBeErased: retentionDays < 8,
      answers: await store.summarizeAnswers(from, until, answerWithin),
      unanswered: await store.listUnanswered(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      spamCount: (await store.listSpam()).count,
      visits: countsVisits?.() ? await readVisits(store, 30, { now, timeZone }) : null,
      status: (await systemStatus?.()) ?? null,
      siteNeeds: siteNeeds?.() ?? [],
    },
    settings,
  );
  await mailer.send(email);
  await noteSent(settings, () => store.set("weekly", monday));
}
