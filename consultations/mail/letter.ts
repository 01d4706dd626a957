import type { StoredRequest } from "../store/stored-request.ts";
import { oneLine, textOf } from "./legible.ts";
import type { Letter } from "./post.ts";
import { firstName, mailLink, telephoneLink } from "./reach.ts";
import { type Block, button, paragraph, rule, sheet, title, ways } from "./sheet.ts";
import { answerWithin, clockTime, headOf, reasons, type Stationery } from "./stationery.ts";

export async function requestLetter(request: StoredRequest, paper: Stationery): Promise<Letter> {
  if (request.flags.includes("test")) return testLetter(request, paper);
  const { id, copy, reference, email } = request;
  const name = oneLine(request.name);
  // Whoever replies sends it on with "Re:": what we suspect stands inside.
  const subject = `Consultation request from ${name} (${reference})`;
  const treatment = textOf(request, "treatment");
  const blocks = [
    title(name),
    ...(await requestBlocks(request, paper)),
    paragraph(
      {
        soft: paper.desk
          ? "Open it to mark it as answered: a reply or a call alone does not."
          : `Once you have answered: npm run requests -- answered ${reference}`,
      },
      { soft: `A reply to this letter goes to ${firstName(name)}.` },
    ),
    paragraph({ soft: `Reference ${reference}` }),
  ];
  return {
    id: copy > 1 ? `${id}.${copy}` : id,
    subject,
    replyTo: { name, address: email },
    ...sheet(subject, headOf(paper), `${treatment ? `${treatment}. ` : ""}${answerBy(request, paper)}`, blocks),
  };
}

/** What `npm run smoke` waits for. A rule of the mailbox may file it by its subject. */
function testLetter({ id, reference, receivedAt }: StoredRequest, paper: Stationery): Letter {
  const subject = `Website test (${reference})`;
  return {
    id,
    subject,
    ...sheet(subject, headOf(paper), "Nothing is to be done", [
      title("The website works"),
      paragraph(
        "A test went the way of a consultation request, and this letter is its end. Nobody waits for an answer.",
      ),
      paragraph({ soft: `Sent ${clockTime(receivedAt, paper)}` }),
    ]),
  };
}

/** One letter in place of many, when requests arrive faster than letters should. It holds each of them in full. */
export async function summaryLetter(requests: StoredRequest[], paper: Stationery): Promise<Letter> {
  const subject = `${requests.length} consultation requests at once`;
  const each = await Promise.all(
    requests.map(async (request) => [
      rule,
      paragraph({ strong: oneLine(request.name) }, { soft: `Reference ${request.reference}` }),
      ...(await requestBlocks(request, paper)),
    ]),
  );
  return {
    id: `summary-${requests[0]?.id}-${requests.length}`,
    subject,
    ...sheet(subject, headOf(paper), "", [title(subject), ...each.flat()]),
  };
}

const answerBy = ({ receivedAt }: StoredRequest, paper: Stationery): string =>
  `Answer by ${clockTime(receivedAt + answerWithin, paper)}`;

async function requestBlocks(request: StoredRequest, paper: Stationery): Promise<Block[]> {
  const { receivedAt, flags, reference } = request;
  return [
    paragraph(
      { strong: textOf(request, "treatment") || "Treatment not said" },
      { soft: `Received ${clockTime(receivedAt, paper)}` },
    ),
    paragraph({ before: "Answer by ", strong: clockTime(receivedAt + answerWithin, paper) }),
    ...flags.map((flag) => paragraph({ strong: "Possibly automated: " }, `${reasons[flag]}.`)),
    paragraph(textOf(request, "message") || "No message."),
    ...(paper.desk
      ? [
          button(
            "Open this request",
            await paper.desk.linkTo(reference),
            "Open this request (call, write, mark as answered)",
          ),
        ]
      : []),
    reachBlock(request, paper),
  ];
}

export function reachBlock(request: StoredRequest, { studio }: Stationery): Block {
  return ways(
    { words: `Call ${textOf(request, "phone")}`, href: telephoneLink(request.phone) },
    { words: `Write to ${textOf(request, "email")}`, href: mailLink(request, studio) },
  );
}
