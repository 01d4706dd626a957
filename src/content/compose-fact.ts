import type { Fact } from "./schemas/fields.ts";

/** A fact as a page sets it: a large answer, its unit on the same line, and a note below. */
export interface ComposedFact {
  answer: string;
  unit: string;
  note: string;
}

/**
 * Returns the three parts of a fact. The writer may give them; otherwise they follow from the value: a figure and its
 * unit, a short word before a comma, or two short words. A value of any other shape is a note, and nothing is large.
 */
export function composeFact({ value, answer, unit = "", note }: Fact): ComposedFact {
  if (answer) return { answer, unit, note: note ?? restAfter(value, joinAnswer(answer, unit)) };
  const [, figure, counted = "", more = ""] = /^(\d[\d-]*) ([^\s;,]{1,14})[;,]?(?: (.*))?$/.exec(value) ?? [];
  if (figure) return { answer: figure, unit: counted, note: more };
  const [, word = "", rest = ""] = /^([^\s;,–]{1,9})(?: –|[;,])? (.*)$/.exec(`${value} `) ?? [];
  const isPair = /^[^\s;,–]+ [^\s;,–]{1,14}$/.test(value);
  if (word && (isPair || !rest || /^\S+(?: –|[;,])/.test(value)))
    return isPair ? { answer: word, unit: rest.trim(), note: "" } : { answer: word, unit: "", note: rest.trim() };
  return { answer: "", unit: "", note: value };
}

/** Joins answer and unit as they are read; a unit that begins with a hyphen continues the word. */
export const joinAnswer = (answer: string, unit: string) =>
  unit.startsWith("-") ? answer + unit : [answer, unit].filter(Boolean).join(" ");

const restAfter = (value: string, start: string) =>
  value.toLowerCase().startsWith(start.toLowerCase()) ? value.slice(start.length).replace(/^[\s;,–]+/, "") : "";

const smallWords = ["a", "in", "of", "the", "then"];

/** Lists the words of the value that a reader of the three parts would miss. */
export function missingWords(fact: Fact): string[] {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\d]+(?:-[\p{L}\d]+)*/gu) ?? [];
  const { answer, unit, note } = composeFact(fact);
  const shown = new Set(words(`${joinAnswer(answer, unit)} ${note}`));
  return words(fact.value).filter((word) => !shown.has(word) && !smallWords.includes(word));
}
