import type { Content } from "./content.ts";

/** What is dialled before a number from abroad, and what people at home write before it instead. */
const countries: Record<string, { code: string; prefix?: string }> = {
  ...Object.fromEntries(["CA", "US"].map((country) => [country, { code: "1", prefix: "1" }])),
  ...Object.fromEntries(
    Object.entries({
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
    }).map(([country, code]) => [country, { code, prefix: "0" }]),
  ),
  ...Object.fromEntries(
    Object.entries({ DK: "45", ES: "34", IT: "39", NO: "47", PL: "48", PT: "351", SG: "65" }).map(([country, code]) => [
      country,
      { code },
    ]),
  ),
};

type Numbers = Pick<Content["studio"], "phoneE164"> & { phone: { value: string }; address: { country: string } };

/** Returns the number that a phone dials, or "" when it cannot be derived from the number that people read. */
export function dialledNumber({ phone, phoneE164, address }: Numbers): string {
  if (phoneE164) return phoneE164;
  const written = phone.value.replace("(0)", "").trim();
  const digits = written.replace(/\D/g, "");
  if (written.startsWith("+")) return `+${digits}`;
  const { code, prefix } = countries[address.country.toUpperCase()] ?? {};
  if (!code) return "";
  return `+${code}${prefix && digits.startsWith(prefix) ? digits.slice(prefix.length) : digits}`;
}

/** The link that calls the studio. */
export const phoneLink = (studio: Content["studio"]) => ({
  text: studio.phone.value,
  href: `tel:${dialledNumber(studio)}`,
});
