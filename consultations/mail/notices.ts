import { type House, troublesOf } from "../house.ts";
import type { Unanswered } from "../store/store.ts";
import type { StoredRequest } from "../store/stored-request.ts";
import { spokenTime } from "../studio-time.ts";
import { oneLine, textOf } from "./legible.ts";
import { reachBlock } from "./letter.ts";
import type { Letter } from "./post.ts";
import { firstName } from "./reach.ts";
import { type Block, button, heading, paragraph, rule, sheet, title } from "./sheet.ts";
import { answerWithin, clockTime, headOf, numberWord, type Stationery } from "./stationery.ts";

export async function reminderLetter(requests: Unanswered, now: number, paper: Stationery): Promise<Letter> {
  const subject = `Not yet marked as answered: ${counted(requests.count)}`;
  const first = requests.oldest[0];
  const how = paper.desk ? "open the request and mark it." : "mark it: npm run requests -- answered REFERENCE";
  const blocks = [
    title(`${areOrIs(requests.count)} not yet marked as answered`),
    paragraph(`The site promises an answer within 24 hours. If you have already called or written, ${how}`),
    ...(await listed(requests, now, paper, "button")),
  ];
  const ahead = first ? `Answer by ${clockTime(first.receivedAt + answerWithin, paper)}` : "";
  return { id: `reminder-${first?.id}`, subject, ...sheet(subject, headOf(paper), ahead, blocks) };
}

export type Morning = { open: Unanswered; apart: number; house: House | null; now: number; date: string };

/** One letter a morning, of what is open and what is not well. Where both are nothing, none is written. */
export async function digestLetter(morning: Morning, paper: Stationery): Promise<Letter | null> {
  const { open, apart, house, now, date } = morning;
  const troubles = house ? troublesOf(house, (at) => clockTime(at, paper)) : [];
  if (open.count === 0 && troubles.length === 0) return null;
  const subject = open.count > 0 ? `Open this morning: ${counted(open.count)}` : "The website needs a look";
  const { weekday, day, month, year, time } = spokenTime(now, paper.timeZone);
  const blocks = [
    title(open.count > 0 ? `${areOrIs(open.count)} open this morning` : subject),
    paragraph({ soft: `${weekday}, ${day} ${month} ${year}, ${time}` }),
    ...troubles.map((trouble) => paragraph({ strong: trouble })),
    ...(paper.desk ? [button("Open the desk", paper.desk.url)] : []),
    ...(await listed(open, now, paper, "name")),
    rule,
    ...(apart > 0 ? [paragraph({ soft: `Set apart: ${apart}. Possibly automated; no reminder comes for them.` })] : []),
    ...(house && troubles.length === 0 ? [paragraph({ soft: wellInWords(house, paper) })] : []),
    paragraph({ soft: "No letter comes on a morning when nothing is open and nothing is wrong." }),
  ];
  const first = open.oldest[0];
  const ahead = first ? `The first answer is due ${clockTime(first.receivedAt + answerWithin, paper)}` : "";
  return { id: `digest-${date}`, subject, ...sheet(subject, headOf(paper), troubles[0] ?? ahead, blocks) };
}

function wellInWords({ backup }: House, paper: Stationery): string {
  const copied = backup.at === null ? "" : `, last backup ${clockTime(backup.at, paper)}`;
  return `The house: letters go out, the disk is well${copied}, search engines can see the site.`;
}

const areOrIs = (count: number) => `${numberWord(count)} ${count === 1 ? "is" : "are"}`;
const counted = (count: number) => (count === 1 ? "one request" : `${count} requests`);

/** A page of them; the rest is counted. */
async function listed({ count, oldest }: Unanswered, now: number, paper: Stationery, by: OpenBy): Promise<Block[]> {
  const each = await Promise.all(oldest.map((request) => entry(request, now, paper, by)));
  const more = count - oldest.length;
  return [...each.flat(), ...(more > 0 ? [rule, paragraph(`And ${more} more.`)] : [])];
}

/** A reminder has a button for each; a digest, which may be long, has one for the desk and opens each by its name. */
type OpenBy = "button" | "name";

async function entry(request: StoredRequest, now: number, paper: Stationery, by: OpenBy): Promise<Block[]> {
  const { reference, receivedAt } = request;
  const due = receivedAt + answerWithin;
  const link = (await paper.desk?.linkTo(reference)) ?? null;
  return [
    rule,
    heading(oneLine(request.name), link),
    paragraph(
      textOf(request, "treatment") || "Treatment not said",
      { before: due > now ? "Answer by " : "Answer was promised by ", strong: clockTime(due, paper) },
      { soft: `Reference ${reference}` },
    ),
    ...(link
      ? [{ ...button(`Open ${firstName(request.name)}’s request`, link, "Open"), ...(by === "name" && { html: "" }) }]
      : []),
    reachBlock(request, paper),
  ];
}
