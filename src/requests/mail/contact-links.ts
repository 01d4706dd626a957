import type { ConsultationRequest } from "../request.ts";
import { toOneLine } from "./display-text.ts";
import type { PreparedReply, StudioIdentity } from "./email-context.ts";

/** Links for calling, texting and emailing a visitor, used in emails and on the desk. They send nothing by themselves. */

type Addressee = ConsultationRequest & { reference: string };
type Sender = StudioIdentity | null | undefined;

/** Null when there are too few digits to dial. */
export function phoneLink(phone: string): string | null {
  const { digits, extension } = parsePhone(phone);
  return digits.length < 7 ? null : `tel:${digits}${extension && `,${extension}`}`;
}

function parsePhone(phone: string): { digits: string; extension: string } {
  const [number = "", extension = ""] = phone.normalize("NFKC").split(/\s*(?:ext|x|#)/i);
  return { digits: number.replace(/[^\d+]/g, "").replace(/(?!^)\+/g, ""), extension: extension.replace(/\D/g, "") };
}

export const firstName = (name: string): string => toOneLine(name).split(" ")[0] ?? "";

const shortReply: PreparedReply = {
  label: "Reply",
  paragraphs: ["Hello {firstName},", "Thank you for your message about {treatment}."],
};

/** What a reply calls the wish of a visitor, who may have typed anything: a name that the site has, or no name. */
const anyTreatment = "a consultation";

function treatmentName(request: Addressee, studio: Sender): string {
  const typed = toOneLine(request.treatment).toLowerCase();
  return studio?.treatments?.find((name) => name.toLowerCase() === typed) ?? anyTreatment;
}

/** The replies that the studio has prepared. "Write" begins with the first. */
export const preparedReplies = (studio: Sender): [PreparedReply, ...PreparedReply[]] => {
  const [first = shortReply, ...others] = studio?.replies ?? [];
  return [first, ...others];
};

/** "Text" begins with the second, as the first is written for an email. */
const replyByText = (studio: Sender): PreparedReply => {
  const [first, second = first] = preparedReplies(studio);
  return second;
};

/** A visitor may have typed anything. In doubt a greeting does without: "SEO" and "J." are no names, "Zoë" and "李" are. */
const isName = (word: string): boolean =>
  /^(?!\p{Lu}{1,3}$)[\p{L}\p{M}][\p{L}\p{M}'’-]*$/u.test(word) && word.length <= 30;

function fillReply({ paragraphs }: PreparedReply, request: Addressee, studio: Sender, treatment: string): string {
  const name = firstName(request.name);
  const values: Record<string, string> = {
    firstName: isName(name) ? name : "",
    treatment,
    address: studio?.address ?? "",
  };
  const signature = studio ? [["Warmly,", studio.practitioner, studio.brand, studio.phone].join("\r\n")] : [];
  return [
    ...paragraphs.map((text) =>
      text.replace(/(,? ?)\{(\w+)\}/g, (place, before, key) => {
        const value = values[key] ?? place.slice(before.length);
        return value && `${before}${value}`;
      }),
    ),
    ...signature,
  ].join("\r\n\r\n");
}

export function mailLink(request: Addressee, studio: Sender, reply = preparedReplies(studio)[0]): string {
  const address = encodeURIComponent(request.email).replace("%40", "@");
  const subject = encodeURIComponent(`Your consultation request ${request.reference}`);
  const text = fillReply(reply, request, studio, treatmentName(request, studio));
  return `mailto:${address}?subject=${subject}&body=${encodeURIComponent(text)}`;
}

/**
 * Null for a number that cannot be texted. A text names no treatment, because a household reads what a locked phone
 * shows. Phones differ in how the text begins, and all of them read "?&".
 */
export function textLink(request: Addressee, studio: Sender, reply = replyByText(studio)): string | null {
  const { digits, extension } = parsePhone(request.phone);
  if (digits.length < 7 || extension) return null;
  const text = fillReply(reply, request, studio, anyTreatment).replaceAll("\r\n", "\n");
  return `sms:${digits}?&body=${encodeURIComponent(text)}`;
}
