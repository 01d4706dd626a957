import { join } from "node:path";
import { type CodedProblem, sentenceOf } from "./problem-sentences.ts";

/** A place in a file: the line, counted from one, its text, and the column. */
export interface SourceLocation {
  line: number;
  column: number;
  lineText: string;
}

/** One thing to fix in a file. */
export type FileProblem = CodedProblem & {
  location?: SourceLocation | undefined;
  /** A line to write instead. */
  suggestion?: string | undefined;
  /** Which field it is about, if it is one: paths[1].treatments[3].slug */
  field?: string | undefined;
};

/** One thing to fix in the content folder. */
export type ContentProblem = FileProblem & { file: string };
export type FieldProblem = ContentProblem & { field: string };

export type ReportProblem = (problem: ContentProblem) => void;

/** Stops a build or a start, and lists everything that has to be fixed, not just the first problem. */
export class ContentError extends Error {
  readonly problems: readonly ContentProblem[];

  constructor(folder: string, problems: readonly ContentProblem[]) {
    const count = problems.length === 1 ? "1 thing" : `${problems.length} things`;
    super(
      `The content has ${count} to fix:\n\n${problems.map((problem) => formatProblem(folder, problem)).join("\n\n")}\n`,
    );
    this.name = "ContentError";
    this.problems = problems;
  }
}

/** Prints the file and line, the line's text with a mark under the place, what is wrong, and what to write instead. */
function formatProblem(folder: string, problem: ContentProblem): string {
  const { file, field, location, suggestion } = problem;
  const lineText = location?.lineText.replaceAll("\t", " ");
  return [
    `  ${join(folder, file)}${location ? `, line ${location.line}` : ""}`,
    ...(lineText?.trim() ? [`      ${lineText}`, `      ${" ".repeat(location?.column ?? 0)}^`] : []),
    `    ${sentenceOf(problem, field && `'${field}' `)}`,
    ...(suggestion ? [`      ${suggestion}`] : []),
  ].join("\n");
}

/** Makes a path such as paths[1].treatments[3].slug. */
export function formatFieldPath(keys: readonly (string | number)[]): string {
  return keys
    .map((key) => (typeof key === "number" ? `[${key + 1}]` : `.${key}`))
    .join("")
    .replace(/^\./, "");
}
