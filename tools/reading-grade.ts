import { listVisibleTexts } from "../src/content/content-values.ts";
import { readContent } from "../src/content/read-content.ts";

/** Returns the running text of each page and treatment, by file. Titles and texts for search engines are left out. */
export function readPageTexts(contentFolder: string): Map<string, string> {
  const pages = new Map<string, string>();
  for (const { file, field, value } of listVisibleTexts(readContent(contentFolder))) {
    const isProse =
      /^(treatments|pages)\//.test(file) && !/(^|\.)(title|description|serviceType|alternateName)$|link$/.test(field);
    if (isProse) pages.set(file, `${pages.get(file) ?? ""}${value.replace(/[.!?:]?$/, ".")}\n`);
  }
  return pages;
}

/** The reading grade by Flesch and Kincaid: the years of school that a text asks for. */
export function readingGrade(text: string): number {
  const sentences = text.split(/[.!?]+\s|\n/).filter((part) => /\p{L}/u.test(part));
  const words = text.match(/\p{L}[\p{L}'’]*/gu) ?? [];
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word.toLowerCase()), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}

function syllablesOf(word: string): number {
  const groups = word.replace(/(?:[^laeiouy]es|[^laeiouy]e|ed)$/, "").match(/[aeiouy]+/g);
  return Math.max(1, groups?.length ?? 1);
}
