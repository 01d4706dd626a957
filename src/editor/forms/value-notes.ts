import type { Content } from "../../content/content.ts";
import { contrast, nightBackground, pageBackground } from "../../content/contrast.ts";
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
  if (file !== "studio.yaml") return {};
  const { notice, colours } = studio;
  const [light, dark] = [pageBackground, nightBackground].map((ground) => contrast(colours.accent, ground).toFixed(1));
  const notes: Record<string, string> = {
    "colours/accent": `It stands out ${light} to 1 on a light page and ${dark} to 1 on a dark one.`,
  };
  const { text, from, until, shownFrom = from } = notice ?? {};
  if (text && until) {
    const current = currentNotice(studio, now);
    if (!current) notes["notice/text"] = `This notice ended on ${longDate(until)}. Visitors no longer see it.`;
    else if (shownFrom && current.begins && now < current.begins)
      notes["notice/text"] = `Visitors see it from ${longDate(shownFrom)}, once you have published it.`;
  }
  return notes;
}
