import { loadEnvironment } from "../src/settings/load.ts";
import { readFolders } from "../src/settings/settings.ts";
import { readingGrade, readPageTexts } from "./reading-grade.ts";

/** Lists phrases that repeat on many pages, and how hard each page is to read, for a person to judge. */
const minPages = 3;
const maxWords = 8;
const minWords = 4;

const pages = readPageTexts(readFolders(loadEnvironment()).contentFolder);

console.log(`Phrases of ${minWords} words or more on ${minPages} pages or more:\n`);
for (const [phrase, files] of sharedPhrases()) console.log(`  ${String(files.length).padStart(2)}  ${phrase}`);
console.log("\nReading grade (Flesch-Kincaid) of each page:\n");
for (const [file, text] of pages) console.log(`  ${readingGrade(text).toFixed(1).padStart(4)}  ${file}`);

/** The longest come first. A phrase that is part of a longer one on the same pages is left out. */
function sharedPhrases(): [string, string[]][] {
  const found = new Map<string, Set<string>>();
  for (const [file, text] of pages) {
    for (const sentence of text.toLowerCase().split(/[.!?;:\n]+/)) {
      const words = sentence.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
      for (let size = minWords; size <= maxWords; size++) {
        for (let at = 0; at + size <= words.length; at++) {
          const phrase = words.slice(at, at + size).join(" ");
          found.set(phrase, (found.get(phrase) ?? new Set()).add(file));
        }
      }
    }
  }
  const common = [...found].filter(([, files]) => files.size >= minPages).sort(([a], [b]) => b.length - a.length);
  const result: [string, string[]][] = [];
  for (const [phrase, files] of common) {
    if (!result.some(([longer, others]) => longer.includes(phrase) && others.length >= files.size))
      result.push([phrase, [...files]]);
  }
  return result.sort(([, a], [, b]) => b.length - a.length);
}
