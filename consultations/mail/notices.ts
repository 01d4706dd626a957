import type { StoredRequest } from "../store/stored-request.ts";
import { timeInWords } from "../studio-time.ts";
import { answerWithin, type Line, oneLine, requestLines, write } from "./letter.ts";
import type { Letter } from "./post.ts";

const mostListed = 100;

/** One letter in place of many, when requests arrive faster than letters should. It holds each of them in full. */
export function summaryLetter(requests: StoredRequest[], timeZone: string): Letter {
  const title = `${requests.length} consultation requests at once`;
  const lines = requests.flatMap((request): Line[] => [
    { text: `——— ${request.reference} ———` },
    ...requestLines(request, timeZone),
  ]);
  return { id: `summary-${requests[0]?.id}-${requests.length}`, subject: title, ...write(title, lines) };
}

export function reminderLetter(requests: StoredRequest[], timeZone: string): Letter {
  const title = `Still unanswered: ${count(requests)}`;
  const lead = { text: "The website promises an answer within 24 hours." };
  const lines = [
    lead,
    ...listed(requests, timeZone),
    { text: "Mark each when answered: npm run requests -- answered REFERENCE" },
  ];
  return { id: `reminder-${requests[0]?.id}`, subject: title, ...write(title, lines) };
}

export function digestLetter(requests: StoredRequest[], date: string, timeZone: string): Letter {
  const title = requests.length > 0 ? `Open this morning: ${count(requests)}` : "No open consultation requests";
  const foot = { text: "This note comes every morning. If it stays away, something is wrong with the website's mail." };
  return { id: `digest-${date}`, subject: title, ...write(title, [...listed(requests, timeZone), foot]) };
}

const count = ({ length }: StoredRequest[]) =>
  length === 1 ? "one consultation request" : `${length} consultation requests`;

function listed(requests: StoredRequest[], timeZone: string): Line[] {
  const lines = requests.slice(0, mostListed).map(({ reference, name, receivedAt }) => ({
    label: `${reference}, ${oneLine(name)}`,
    text: `received ${timeInWords(receivedAt, timeZone)}, answer promised by ${timeInWords(receivedAt + answerWithin, timeZone)}`,
  }));
  const more = requests.length - lines.length;
  return more > 0 ? [...lines, { text: `and ${more} more` }] : lines;
}
