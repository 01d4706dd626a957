import { addDays, startOfDay } from "../settings/time-zone.ts";
import { answerWithin, isNight, receivedUntil, remindOfDueUntil } from "./answer-by.ts";
import type { EmailContext } from "./mail/email-context.ts";
import type { Email, Mailer } from "./mail/mailer.ts";
import { type CurrentState, digestEmail, expiryEmail, reminderEmail, weeklyEmail } from "./mail/owner-emails.ts";
import { keptUnanswered, noticePeriod, type Store } from "./store/store.ts";
import { localTime } from "./studio-time.ts";
import type { SystemStatus } from "./system-status.ts";
import { readVisits } from "./visits.ts";

export type ScheduledEmailSettings = EmailContext & {
  store: Store;
  mailer: Mailer;
  now: () => number;
  /** Missing where the status cannot be read. */
  systemStatus?: () => Promise<SystemStatus>;
  /** Hour of the morning digest on the studio's clock, or null for none. */
  digestHour: number | null;
  /** Hour of the weekly email on Monday on the studio's clock; null or missing for none. */
  weeklyHour?: number | null;
  retentionDays: number;
  countsVisits?: () => boolean;
  /** What the site could use, noted by the build; missing where there is no build. */
  siteNeeds?: () => string[];
};

const hour = 60 * 60_000;
/** How long noting what was sent is tried. Together with the sending itself it is shorter than the lease of a job. */
const notingTime = 3 * 60_000;

/** What was sent and is not noted would be sent again, so noting it is tried until a store that was away is back. */
async function noteSent(note: () => Promise<void>): Promise<void> {
  const end = performance.now() + notingTime;
  for (;;) {
    try {
      return await note();
    } catch (error) {
      if (performance.now() >= end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}

/**
 * Sends an email of a day, or of a week by its Monday, from the hour on at which it is due, or later if the server was
 * down. What is stored is the day for which it was sent, after it was sent: a crash in between sends the same email again,
 * with the same Message-ID. A server that starts for the first time begins with the next.
 */
async function sendOnce(
  settings: ScheduledEmailSettings,
  { name, date, isDue }: { name: string; date: string; isDue: boolean },
  write: () => Promise<Email | null>,
): Promise<void> {
  const { store, mailer } = settings;
  const last = await store.get(name);
  if (last === null) return store.set(name, isDue ? date : "none yet");
  if (!isDue || last === date) return;
  const email = await write();
  if (email) await mailer.send(email);
  await noteSent(() => store.set(name, date));
}

const readCurrentState = async ({ store, now, systemStatus }: ScheduledEmailSettings): Promise<CurrentState> => ({
  now: now(),
  unanswered: await store.listUnanswered(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  spamCount: (await store.listSpam()).count,
  status: (await systemStatus?.()) ?? null,
});

/** One stored time records up to which request the owner was reminded, whatever the number of requests. */
export async function remind(settings: ScheduledEmailSettings): Promise<void> {
  const { store, mailer, now } = settings;
  const due = remindOfDueUntil(now(), settings.timeZone);
  // The evening looks so far ahead that a request may be due by then which is only just being stored, or has yet to come.
  const until = Math.min(receivedUntil(due, settings), now() - hour);
  // A time that was stored by a fast clock would suppress reminders for requests that came since.
  const last = Math.min(Number((await store.get("reminded")) ?? -1), until);
  const unanswered = await store.listUnanswered(last, until);
  if (unanswered.count === 0) return;
  await mailer.send(await reminderEmail(unanswered, now(), settings));
  await noteSent(() => store.set("reminded", String(until)));
  const ids = unanswered.oldest.map(({ id }) => id);
  await noteSent(() => store.markReminded(ids, now()));
}

/** Not on the day of the weekly email, which says the same. */
export async function digest(settings: ScheduledEmailSettings): Promise<void> {
  const { timeZone, digestHour, weeklyHour = null } = settings;
  if (digestHour === null) return;
  const { date, hour } = localTime(settings.now(), timeZone);
  await sendOnce(settings, { name: "digest", date, isDue: hour >= digestHour }, async () => {
    if (weeklyHour !== null && mondayOf(date) === date) return null;
    return digestEmail({ ...(await readCurrentState(settings)), date }, settings);
  });
}

/** The Monday of the week that a date is in. */
const mondayOf = (date: string): string => addDays(date, -((new Date(date).getUTCDay() + 6) % 7));

export async function weekly(settings: ScheduledEmailSettings): Promise<void> {
  const { store, timeZone, weeklyHour = null, siteNeeds, retentionDays, countsVisits } = settings;
  if (weeklyHour === null) return;
  const now = settings.now();
  const { date, hour } = localTime(now, timeZone);
  const monday = mondayOf(date);
  const isDue = date > monday || hour >= weeklyHour;
  await sendOnce(settings, { name: "weekly", date: monday, isDue }, async () => {
    const from = startOfDay(addDays(monday, -7), timeZone);
    const until = startOfDay(monday, timeZone);
    const data = {
      ...(await readCurrentState(settings)),
      monday,
      from,
      until,
      mayBeErased: retentionDays < 8,
      answers: await store.summarizeAnswers(from, until, answerWithin),
      visits: countsVisits?.() ? await readVisits(store, 30, { now, timeZone }) : null,
      siteNeeds: siteNeeds?.() ?? [],
    };
    return weeklyEmail(data, settings);
  });
}

/**
 * One email a day, and none at night, about the requests that will soon have waited as long as the privacy policy allows.
 * Where it cannot be sent, that is noted of a request which is that old, and it is erased a `noticePeriod` later all the
 * same.
 */
export async function announceExpiry(settings: ScheduledEmailSettings): Promise<void> {
  const { store, mailer } = settings;
  const now = settings.now();
  if (isNight(now, settings.timeZone)) return;
  const until = now - keptUnanswered + noticePeriod;
  const unannounced = await store.listUnannounced(until);
  if (unannounced.count + unannounced.spamCount === 0) return;
  const nextDay = now + 24 * hour;
  if (!(await store.lease("announcement", now, nextDay))) return;
  try {
    if (unannounced.count > 0) await mailer.send(await expiryEmail(unannounced, now + noticePeriod, settings));
    await noteSent(() => store.markAnnounced(until, now));
  } catch (error) {
    await store.release("announcement", nextDay);
    await store.markAnnounced(now - keptUnanswered, now, "not announced");
    throw error;
  }
}
