import type { ConsultationRequest } from "../request.ts";
import { toOneLine } from "./display-text.ts";
import type { StudioIdentity } from "./email-context.ts";

/** Links for calling and emailing a visitor, used in emails and on the desk. */

/** Null when there are too few digits to dial. */
export function phoneLink(phone: string): string | null {
  const [number = "", extension = ""] = phone.normalize("NFKC").split(/\s*(?:ext|x|#)/i);
  const digits = number.replace(/[^\d+]/g, "").replace(/(?!^)\+/g, "");
  const extensionDigits = extension.replace(/\D/g, "");
  return digits.length < 7 ? null : `tel:${digits}${extensionDigits && `,${extensionDigits}`}`;
}

export const firstName = (name: string): string => toOneLine(name).split(" ")[0] ?? "";

/** A prepared reply with subject, greeting, topic and signature. */
export function mailLink(
  request: ConsultationRequest & { reference: string },
  studio: StudioIdentity | null | undefined,
): string {
  const address = encodeURIComponent(request.email).replace("%40", "@");
  const treatment = toOneLine(request.treatment);
  const lines = [
    `Hello ${firstName(request.name)},`,
    "",
    `Thank you for your message${treatment ? ` about ${treatment}` : ""}.`,
    "",
    "",
    ...(studio ? ["", "Warmly,", studio.practitioner, studio.brand, studio.phone] : []),
  ];
  const subject = encodeURIComponent(`Your consultation request ${request.reference}`);
  return `mailto:${address}?subject=${subject}&body=${encodeURIComponent(lines.join("\r\n"))}`;
}
