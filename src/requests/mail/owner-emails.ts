import { answerBy } from "../answer-by.ts";
import type { AnswerSummary } from "../store/store.ts";
import type { OldestRequests, StoredRequest } from "../store/stored-request.ts";
import { approximateDuration } from "../studio-time.ts";
import { describeStatus, type SystemStatus, statusSentence } from "../system-status.ts";
import { type VisitSummary, viewsText } from "../visits.ts";
import { firstName } from "./contact-links.ts";
import { toOneLine, treatmentText } from "./display-text.ts";
import { type EmailContext, emailHeader, formatDateTime, formatDay, formatDue } from "./email-context.ts";
import { type Block, button, divider, heading, paragraph, renderEmail, subheading, title } from "./email-layout.ts";
import type { Email } from "./mailer.ts";
import { contactBlock, doNotForward } from "./request-email.ts";

export async function reminderEmail(requests: OldestRequests, now: number, context: EmailContext): Promise<Email> {
  const subject = `Not yet marked as answered: ${requestCount(requests.count)}`;
  const first = requests.oldest[0];
  const instruction = context.desk
    ? "open the request and tap “Mark as answered”."
    : "the person who looks after the site can mark it: npm run requests -- answered REFERENCE";
  const blocks = [
    title(`${countWithVerb(requests.count)} not yet marked as answered`),
    paragraph(`The site promises an answer within 24 hours. If you have already called or written, ${instruction}`),
    ...(await requestList(requests, now, context)),
  ];
  const preheader = first ? `Answer by ${formatDue(first, context)}` : "";
  return renderEmail({ id: `reminder-${first?.id}`, subject, header: emailHeader(context), preheader, blocks });
}

/** Tells the owner a month before that requests which she never answered will be erased. */
export async function expiryEmail(requests: OldestRequests, erasedAt: number, context: EmailContext): Promise<Email> {
  const subject = `Still unanswered after 11 months: ${requestCount(requests.count)}`;
  const blocks = [
    title(`${countWithVerb(requests.count)} nearly a year old and not answered`),
    paragraph(
      `On ${formatDay(erasedAt, context)}, ${requests.count === 1 ? "it is" : "they are"} erased from the website for good. The privacy policy promises to keep no request longer than twelve months. If you still want to answer, do so before then.`,
    ),
    ...(await requestList(requests, erasedAt, context)),
  ];
  return renderEmail({ id: `expiry-${requests.oldest[0]?.id}`, subject, header: emailHeader(context), blocks });
}

/** What the morning's email and the week's both tell. */
export type CurrentState = {
  now: number;
  unanswered: OldestRequests;
  spamCount: number;
  status: SystemStatus | null;
};
type DigestData = CurrentState & { date: string };

/** One email each morning about open requests and problems. Null when there are neither. */
export async function digestEmail(digestData: DigestData, context: EmailContext): Promise<Email | null> {
  const { unanswered, spamCount, status, now, date } = digestData;
  const { problems, remarks } = describeSite(status, spamCount, context);
  if (unanswered.count === 0 && problems.length === 0) return null;
  const subject =
    unanswered.count > 0 ? `Open this morning: ${requestCount(unanswered.count)}` : "The website needs a look";
  const blocks = [
    title(unanswered.count > 0 ? `${countWithVerb(unanswered.count)} open this morning` : subject),
    paragraph({ muted: formatDateTime(now, context) }),
    ...problems.map((problem) => paragraph({ strong: problem })),
    ...(context.desk ? [button("Open the desk", context.desk.url)] : []),
    ...(await requestList(unanswered, now, context)),
    divider,
    ...remarks,
    paragraph({ muted: "No email comes on a morning when nothing is open and nothing is wrong." }),
  ];
  const first = unanswered.oldest[0];
  const preheader = problems[0] ?? (first ? `The first answer is due ${formatDue(first, context)}` : "");
  return renderEmail({ id: `digest-${date}`, subject, header: emailHeader(context), preheader, blocks });
}

type WeeklyData = CurrentState & {
  /** The Monday on which it is sent, like 2026-11-16. */
  monday: string;
  /** The first moments of the Monday before and of this one. */
  from: number;
  until: number;
  answers: AnswerSummary;
  /** The last 30 days. */
  visits: VisitSummary | null;
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

/** What is wrong with the website, and what else is said of it at the end of an email. */
function describeSite(status: SystemStatus | null, spamCount: number, context: EmailContext) {
  const items = status ? describeStatus(status, (at) => formatDateTime(at, context)) : [];
  const problems = items.filter(({ ok }) => !ok).map(statusSentence);
  const healthy = problems.length === 0 ? items.map(statusSentence).join(" ") : "";
  const remarks = [spamCount > 0 ? `Spam: ${spamCount}. No reminder comes for them.` : "", healthy];
  return { problems, remarks: remarks.filter(Boolean).map((muted) => paragraph({ muted })) };
}

const countWithVerb = (count: number) => `${count} ${count === 1 ? "is" : "are"}`;
const requestCount = (count: number) => `${count} request${count === 1 ? "" : "s"}`;

/** Lists one page of requests and counts the rest. */
async function requestList({ count, oldest }: OldestRequests, now: number, context: EmailContext): Promise<Block[]> {
  const entries = await Promise.all(oldest.map((request) => requestEntry(request, now, context)));
  const more = count - oldest.length;
  return [
    ...entries.flat(),
    ...(more > 0 ? [divider, paragraph(`And ${more} more.`)] : []),
    ...(oldest.length > 0 ? doNotForward(context) : []),
  ];
}

async function requestEntry(request: StoredRequest, now: number, context: EmailContext): Promise<Block[]> {
  const { reference, receivedAt } = request;
  const due = answerBy(receivedAt, context);
  const link = await context.desk?.requestLink(reference);
  return [
    divider,
    heading(toOneLine(request.name)),
    paragraph(
      treatmentText(request),
      { prefix: due > now ? "Answer by " : "Answer was promised by ", strong: formatDateTime(due, context) },
      { muted: `Reference ${reference}` },
    ),
    ...(link ? [button(`Open ${firstName(request.name)}’s request`, link, "Open")] : []),
    contactBlock(request, context),
  ];
}
