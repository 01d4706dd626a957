import type { Content } from "../../content/content.ts";
import { currentNotice } from "../../content/notice.ts";
import { describePrice } from "../../content/price.ts";
import { longDate } from "../formats/values.ts";

/** What a form says at some fields of what is saved in them. */
export function valueNotes(file: string, { studio, treatments }: Content, now: number): Record<string, string> {
  const { priceFrom } = treatments.get(file.replace(/^treatments\/|\.yaml$/g, "")) ?? {};
  if (priceFrom) {
    const { from, price } = describePrice(priceFrom, studio);
    return { priceFrom: `Visitors read: ${[from, price].join(" ").trim()}.` };
  }
  const { text, from, until, shownFrom = from } = studio.notice ?? {};
  if (file !== "studio.yaml" || !text || !until) return {};
  const current = currentNotice(studio, now);
  if (!current) return { "notice/text": `This notice ended on ${longDate(until)}. Visitors no longer see it.` };
  if (!shownFrom || !current.begins || now >= current.begins) return {};
  return { "notice/text": `Visitors see it from ${longDate(shownFrom)}, once you have published it.` };
}
