import { globSync, readFileSync } from "node:fs";

export interface ManualLine {
  /** Where it stands, like docs/hosting.md:12. */
  place: string;
  text: string;
}

interface Block {
  place: string;
  language: string;
  lines: ManualLine[];
}

export const manualFiles = ["docs/hosting.md", ...globSync("docs/hosting/*.md").sort()];

/** Every fenced block of the manual in its order. The word after the fence says what is in it. */
export const manualBlocks: Block[] = manualFiles.flatMap(readBlocks);

function readBlocks(file: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [index, text] of readFileSync(file, "utf8").split("\n").entries()) {
    const place = `${file}:${index + 1}`;
    const [, language] = /^ *```(\w*)$/.exec(text) ?? [];
    const last = open?.lines.at(-1);
    if (language !== undefined && open) open = undefined;
    else if (language !== undefined) {
      open = { place, language, lines: [] };
      blocks.push(open);
    } else if (last?.text.endsWith("\\")) last.text = `${last.text.slice(0, -1).trimEnd()} ${text.trim()}`;
    else if (text.trim()) open?.lines.push({ place, text: text.trim() });
  }
  return blocks;
}

export const linesIn = (language: string): ManualLine[] =>
  manualBlocks.filter((block) => block.language === language).flatMap(({ lines }) => lines);

/** The commands in backticks of the section that a host reads in a hurry. */
export function emergencyCommands(): ManualLine[] {
  const [file = ""] = manualFiles;
  const [before = "", section = ""] = readFileSync(file, "utf8").split(/^## On the day something is wrong$/m);
  const from = before.split("\n").length;
  const rows = section.split(/^## /m)[0]?.split("\n") ?? [];
  return rows.flatMap((row, index) =>
    [...row.matchAll(/`((?:sudo|curl|df|journalctl|systemctl) [^`]+)`/g)].map(([, text = ""]) => ({
      place: `${file}:${from + index}`,
      text,
    })),
  );
}
