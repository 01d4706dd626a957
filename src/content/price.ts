import type { Content } from "./content.ts";

/** A price as pages show it: with the studio's currency, if it was typed without, and what the studio adds to each. */
export function formatPrice(typed: string, { priceRange, pricing = {} }: Content["studio"]): string {
  const price = /\p{Sc}|[A-Z]{3}/u.test(typed) ? typed : typed.replace(/\d/, (digit) => priceRange.charAt(0) + digit);
  const each = pricing.per ? `${price} ${pricing.per}` : price;
  return pricing.tax ? `${each}, ${pricing.tax}` : each;
}
