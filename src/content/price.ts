import type { Content } from "./content.ts";

/**
 * A price as pages show it: with the studio's currency, if it was typed without, and what the studio says after each. What
 * it says before each, unless that was typed too, is apart, as pages show it smaller.
 */
export function describePrice(typed: string, { priceRange, pricing = {} }: Content["studio"]) {
  const price = /\p{Sc}|[A-Z]{3}/u.test(typed) ? typed : typed.replace(/\d/, (digit) => priceRange.charAt(0) + digit);
  const each = pricing.per ? `${price} ${pricing.per}` : price;
  const { from = "" } = pricing;
  const isTyped = wordsOf(typed).startsWith(wordsOf(from));
  return { from: isTyped ? "" : from, price: pricing.tax ? `${each}, ${pricing.tax}` : each };
}

/** Without the private characters with which a preview says where words come from. */
const wordsOf = (text: string) => text.replace(/\p{Co}/gu, "").toLowerCase();
