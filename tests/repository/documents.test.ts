import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const documents = globSync(["*.md", "docs/**/*.md", "tools/**/*.md"], { exclude: ["**/node_modules/**"] });
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));
const isFile = /^(?:src|tests|tools|commands|supabase|deploy|docs)\/[\w./-]+$/;

test.each(documents)("%s names no npm script and no file that is gone", (document) => {
  const text = readFileSync(document, "utf8");
  const named = [...text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = ""]) => name);
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = ""]) => words);
  const gone = [
    ...named.filter((name) => !scripts[name]),
    ...quoted.filter((words) => isFile.test(words) && !existsSync(words)),
  ];
  expect(gone).toEqual([]);
});
