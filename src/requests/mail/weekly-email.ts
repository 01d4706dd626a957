import type { AnswerSummary } from "../store/store.ts";
import type { OldestRequests } from "../store/stored-request.ts";
import { approximateDuration } from "../studio-time.ts";
import type { SystemStatus } from "../system-status.ts";
import { type VisitSummary, viewsText } from "../visits.ts";
import { type EmailContext, emailHeader, formatDay } from "./email-context.ts";
import { button, divider, paragraph, renderEmail, subheading, title } from "./email-layout.ts";
import type { Email } from "./mailer.ts";
import { describeSite, requestCount, requestList } from "./reminder-emails.ts";

export type WeeklyData = {
  /** The Monday on which it is sent, like 2026-11-16. */
  monday: string;
  /** The first moments of the Monday before and of this one. */
  from: number;
  until: number;
  now: number;
  answers: AnswerSummary;
  unanswered: OldestRequests;
  spamCount: number;
  /** The last 30 days. */
  visits: VisitSummary | null;
  status: SystemStatus | null;
  /** What would make the site better, a sentence each. */
  siteNeeds: string[];
  /** True when requests of this week may have been erased already, and are in no number. */
  mayBeErased: boolean;
};

/** One email for the week. It also comes after a week without requests, as the proof that emails still go out. */
export async function weeklyEmail(data: WeeklyData, context: EmailContext): Promise<Email> {
  const { monday, from, until, now, answers, unanswered, spamCount, visits, status, siteNeeds } = data;
  const { problems, remarks } = describeSite(status, spamCount, context);
  const waiting = unanswered.count;
  const subject = `Your week: ${requestCount(answers.count)}, ${waiting || "none"} waiting`;
  const blocks = [
    title(answers.count === 0 ? "A quiet week" : requestCount(answers.count)),
    paragraph({ muted: `${formatDay(from, context)} to ${formatDay(until - 1, context)}` }),
    paragraph(...describeAnswers(answers)),
    ...(data.mayBeErased
      ? [paragraph({ muted: "Answered requests are erased within days, so some of this week may not be counted." })]
      : []),
    ...problems.map((problem) => paragraph({ strong: problem })),
    ...(context.desk ? [button("Open the desk", context.desk.url)] : []),
    ...(waiting > 0 ? [subheading("Waiting for your answer"), ...(await requestList(unanswered, now, context))] : []),
    divider,
    ...(visits && visits.views > 0
      ? [
          subheading("The last 30 days"),
          paragraph(`Pages seen: ${viewsText(visits.views)}`, `Requests sent: ${visits.sent}`),
        ]
      : []),
    ...(siteNeeds.length > 0 ? [subheading("The site could use"), paragraph(...siteNeeds)] : []),
    ...remarks,
    paragraph({ muted: "This email comes every Monday morning. If it does not, something is wrong." }),
  ];
  const preheader = problems[0] ?? describeAnswers(answers)[0] ?? "";
  return renderEmail({ id: `weekly-${monday}`, subject, header: emailHeader(context), preheader, blocks });
}

function describeAnswers({ count, answered, inTime, median, slowest }: AnswerSummary): string[] {
  if (count === 0) return ["No request came."];
  if (answered === 0) return [count === 1 ? "It is not marked as answered yet." : "None is marked as answered yet."];
  const all = count === 1 ? "It is answered" : "All are answered";
  const some = `${answered} of ${count} ${answered === 1 ? "is" : "are"} answered`;
  const speed =
    answered === 1
      ? `, after ${approximateDuration(slowest)}.`
      : `: half of them within ${approximateDuration(median)}, the slowest after ${approximateDuration(slowest)}.`;
  const late = answered - inTime;
  return [
    (answered === count ? all : some) + speed,
    late === 0 ? "The promised 24 hours were kept." : `${late} took longer than the promised 24 hours.`,
  ];
}
