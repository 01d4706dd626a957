import type { Unanswered } from "../store/store.ts";
import type { StoredRequest } from "../store/stored-request.ts";
import { timeInWords } from "../studio-time.ts";
import { answerWithin, type Line, oneLine, requestLines, write } from "./letter.ts";
import type { Letter } from "./post.ts";

/** One letter in place of many, when requests arrive faster than letters should. It holds each of them in full. */
export function summaryLetter(requests: StoredRequest[], timeZone: string): Letter {
  const title = `${requests.length} consultation requests at once`;
  const lines = requests.flatMap((request): Line[] => [
    { text: `——— ${request.reference} ———` },
    ...requestLines(request, timeZone),
  ]);
  return { id: `summary-${requests[0]?.id}-${requests.length}`, subject: title, ...write(title, lines) };
}

export function reminderLetter(requests: Unanswered, timeZone: string): Letter {
  const title = `Still unanswered: ${count(requests)}`;
  const lead = { text: "The website promises an answer within 24 hours." };
  const lines = [
    lead,
    ...listed(requests, timeZone),
    { text: "Mark each when answered: npm run requests -- answered REFERENCE" },
  ];
  return { id: `reminder-${requests.oldest[0]?.id}`, subject: title, ...write(title, lines) };
}

export function digestLetter(requests: Unanswered, date: string, timeZone: string): Letter {
  const title = requests.count > 0 ? `Open this morning: ${count(requests)}` : "No open consultation requests";
  const foot = { text: "This note comes every morning. If it stays away, something is wrong with the website's mail." };
  return { id: `digest-${date}`, subject: title, ...write(title, [...listed(requests, timeZone), foot]) };
}

const count = ({ count }: Unanswered) => (count === 1 ? "one consultation request" : `${count} consultation requests`);

/** A page of them; the rest is counted. */
function listed({ count, oldest }: Unanswered, timeZone: string): Line[] {
  const lines = oldest.map(({ reference, name, receivedAt }) => ({
    label: `${reference}, ${oneLine(name)}`,
    text: `received ${timeInWords(receivedAt, timeZone)}, answer promised by ${timeInWords(receivedAt + answerWithin, timeZone)}`,
  }));
  const more = count - lines.length;
  return more > 0 ? [...lines, { text: `and ${more} more` }] : lines;
}
