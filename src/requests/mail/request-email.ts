import type { StoredRequest } from "../store/stored-request.ts";
import { withFullStop } from "../studio-time.ts";
import { firstName, mailLink, phoneLink, textLink } from "./contact-links.ts";
import { fieldText, messageText, otherFields, toOneLine, treatmentText } from "./display-text.ts";
import { type EmailContext, emailHeader, flagReasons, formatDateTime, formatDue } from "./email-context.ts";
import { type Block, button, divider, linkList, paragraph, renderEmail, title } from "./email-layout.ts";
import type { Email } from "./mailer.ts";

export async function requestEmail(request: StoredRequest, context: EmailContext): Promise<Email> {
  if (request.flags.includes("test")) return testEmail(request, context);
  const { id, copy, reference, email } = request;
  const name = toOneLine(request.name);
  // A reply repeats the subject to the visitor, so the flags are mentioned only in the body.
  const subject = `Consultation request from ${name} (${reference})`;
  const treatment = fieldText(request, "treatment");
  const blocks = [
    title(name),
    ...(await requestBlocks(request, context)),
    paragraph(
      {
        muted: context.desk
          ? "When you have called or written, open the request and tap “Mark as answered”. The website cannot see calls and replies."
          : `The website cannot see calls and replies. To keep a reminder from coming, the person who looks after the site runs: npm run requests -- answered ${reference}`,
      },
      { muted: `A reply to this email goes to ${firstName(name)}.` },
    ),
    ...doNotForward(context),
    paragraph({ muted: `Reference ${reference}` }),
  ];
  return {
    ...renderEmail({
      id: copy > 1 ? `${id}.${copy}` : id,
      subject,
      header: emailHeader(context),
      preheader: `${treatment ? `${treatment}. ` : ""}Answer by ${formatDue(request, context)}`,
      blocks,
    }),
    replyTo: { name, address: email },
  };
}

/**
 * Tells a visitor that her request arrived. It holds nothing that was typed, so that nobody can make the form send words
 * of his own to a stranger.
 */
export function confirmationEmail(request: StoredRequest, context: EmailContext): Email {
  const { id, email, reference } = request;
  const { studio } = context;
  const name = studio?.brand ?? "the studio";
  const subject = `Your request to ${name} has arrived`;
  // Where the studio is not known, its time zone may not be either.
  const promise = studio
    ? withFullStop(`You will hear from me within 24 hours, by ${formatDue(request, context)}`)
    : "You will hear from the studio within 24 hours.";
  const call = studio ? ` Nothing by then? Please call ${studio.phone}.` : "";
  return {
    ...renderEmail({
      id: `confirmation-${id}`,
      subject,
      header: studio ? { text: studio.brand, accent: studio.accent } : emailHeader({}),
      preheader: promise,
      blocks: [
        title("Your request has arrived"),
        paragraph(`Thank you. ${promise}${call}`),
        paragraph(
          `Did you mistype your number, or forget something? A reply to this email comes to ${studio ? "me" : name}.`,
        ),
        ...(studio ? [paragraph(studio.practitioner, studio.brand)] : []),
        paragraph({ muted: `Reference ${reference}` }),
        paragraph({
          muted: `You did not write to ${name}? Then somebody typed your address by mistake, and you need not do anything.`,
        }),
      ],
    }),
    visitor: email,
  };
}

/** `npm run requests -- smoke` waits for this email. A mailbox rule may file it by its subject. */
function testEmail({ id, reference, receivedAt }: StoredRequest, context: EmailContext): Email {
  const subject = `Website test (${reference})`;
  return renderEmail({
    id,
    subject,
    header: emailHeader(context),
    preheader: "Nothing is to be done",
    blocks: [
      title("The website works"),
      paragraph(
        "This is a test of the consultation form. It was stored and sent to you like a real request. You need not do anything.",
      ),
      paragraph({ muted: `Sent ${formatDateTime(receivedAt, context)}` }),
    ],
  });
}

/** One email in place of many, when requests arrive faster than emails may go out. It contains each request in full. */
export async function summaryEmail(requests: StoredRequest[], context: EmailContext): Promise<Email> {
  const subject = `${requests.length} consultation requests at once`;
  const blocksPerRequest = await Promise.all(
    requests.map(async (request) => [
      divider,
      paragraph({ strong: toOneLine(request.name) }, { muted: `Reference ${request.reference}` }),
      ...(await requestBlocks(request, context)),
    ]),
  );
  return renderEmail({
    id: `summary-${requests[0]?.id}-${requests.length}`,
    subject,
    header: emailHeader(context),
    blocks: [title(subject), ...doNotForward(context), ...blocksPerRequest.flat()],
  });
}

/** For every email with a link that opens a request. */
export const doNotForward = ({ desk }: EmailContext): Block[] =>
  desk ? [paragraph({ muted: "Do not forward this email: its links open requests without a password." })] : [];

async function requestBlocks(request: StoredRequest, context: EmailContext): Promise<Block[]> {
  const { receivedAt, flags, reference } = request;
  return [
    paragraph({ strong: treatmentText(request) }, { muted: `Received ${formatDateTime(receivedAt, context)}` }),
    paragraph({ prefix: "Answer by ", strong: formatDue(request, context) }),
    ...flags.map((flag) => paragraph({ strong: "Looks like spam: " }, `${flagReasons[flag]}.`)),
    paragraph(messageText(request)),
    ...otherFields(request).map(({ label, text }) => paragraph({ muted: label }, text)),
    ...(context.desk
      ? [
          button(
            "Open this request",
            await context.desk.requestLink(reference),
            "Open this request (call, text, write, mark as answered)",
          ),
        ]
      : []),
    contactBlock(request, context),
  ];
}

export function contactBlock(request: StoredRequest, { studio }: EmailContext): Block {
  const text = textLink(request, studio);
  return linkList(
    { label: `Call ${fieldText(request, "phone")}`, href: phoneLink(request.phone) },
    ...(text ? [{ label: `Text ${fieldText(request, "phone")}`, href: text }] : []),
    { label: `Write to ${fieldText(request, "email")}`, href: mailLink(request, studio) },
  );
}
