import type { Content } from "./content.ts";

/** Countries by what people at home write before a number, each with what is dialled before it from abroad instead. */
const withPrefix = (prefix: string, codes: Record<string, string>) =>
  Object.entries(codes).map(([country, code]) => [country, { code, prefix }] as const);

const countries = new Map([
  ...withPrefix("1", { CA: "1", US: "1" }),
  ...withPrefix("0", {
    AT: "43",
    AU: "61",
    BE: "32",
    CH: "41",
    DE: "49",
    FI: "358",
    FR: "33",
    GB: "44",
    IE: "353",
    IN: "91",
    NL: "31",
    NZ: "64",
    SE: "46",
    ZA: "27",
  }),
  ...withPrefix("", { DK: "45", ES: "34", IT: "39", NO: "47", PL: "48", PT: "351", SG: "65" }),
]);

type Numbers = Pick<Content["studio"], "phoneE164"> & { phone: { value: string }; address: { country: string } };

/** Returns the number that a phone dials, or "" when it cannot be derived from the number that people read. */
export function dialledNumber({ phone, phoneE164, address }: Numbers): string {
  if (phoneE164) return phoneE164;
  const written = phone.value.replace("(0)", "").trim();
  const digits = written.replace(/\D/g, "");
  if (written.startsWith("+")) return `+${digits}`;
  const found = countries.get(address.country.toUpperCase());
  if (!found) return "";
  const { code, prefix } = found;
  return `+${code}${digits.startsWith(prefix) ? digits.slice(prefix.length) : digits}`;
}

/** The link that calls the studio. */
export const phoneLink = (studio: Content["studio"]) => ({
  text: studio.phone.value,
  href: `tel:${dialledNumber(studio)}`,
});
