import { loadEnvironment } from "../settings/load.ts";
import { readFolders } from "../settings/settings.ts";
import { readContent } from "../studio/read.ts";
import { listWords } from "../studio/words.ts";

/** Shows an editor what stands on many pages, and how hard each is to read. It judges nothing. */
const least = 3;
const longest = 8;
const shortest = 4;

const pages = new Map<string, string>();
for (const { file, field, value } of listWords(readContent(readFolders(loadEnvironment()).contentFolder))) {
  const own =
    /^(treatments|pages)\//.test(file) && !/(^|\.)(title|description|serviceType|alternateName)$|link$/.test(field);
  if (own) pages.set(file, `${pages.get(file) ?? ""}${value.replace(/[.!?:]?$/, ".")}\n`);
}

console.log(`Phrases of ${shortest} words or more that stand on ${least} pages or more:\n`);
for (const [phrase, files] of shared()) console.log(`  ${String(files.length).padStart(2)}  ${phrase}`);
console.log("\nReading grade (Flesch-Kincaid) of each page:\n");
for (const [file, text] of pages) console.log(`  ${grade(text).toFixed(1).padStart(4)}  ${file}`);

/** The longest first; what is part of a longer one on the same pages is left out. */
function shared(): [string, string[]][] {
  const found = new Map<string, Set<string>>();
  for (const [file, text] of pages) {
    for (const sentence of text.toLowerCase().split(/[.!?;:\n]+/)) {
      const words = sentence.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
      for (let size = shortest; size <= longest; size++) {
        for (let at = 0; at + size <= words.length; at++) {
          const phrase = words.slice(at, at + size).join(" ");
          found.set(phrase, (found.get(phrase) ?? new Set()).add(file));
        }
      }
    }
  }
  const common = [...found].filter(([, files]) => files.size >= least).sort(([a], [b]) => b.length - a.length);
  const kept: [string, string[]][] = [];
  for (const [phrase, files] of common) {
    if (!kept.some(([longer, others]) => longer.includes(phrase) && others.length >= files.size))
      kept.push([phrase, [...files]]);
  }
  return kept.sort(([, a], [, b]) => b.length - a.length);
}

function grade(text: string): number {
  const sentences = text.split(/[.!?]+\s|\n/).filter((part) => /\p{L}/u.test(part));
  const words = text.match(/\p{L}[\p{L}'’]*/gu) ?? [];
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word.toLowerCase()), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}

function syllablesOf(word: string): number {
  const groups = word.replace(/(?:[^laeiouy]es|[^laeiouy]e|ed)$/, "").match(/[aeiouy]+/g);
  return Math.max(1, groups?.length ?? 1);
}
