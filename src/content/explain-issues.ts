import type * as v from "valibot";
import { type CodedProblem, isPredicate } from "./problem-sentences.ts";
import { type Key, metadataOf, type Schema, schemaAt } from "./schemas/schema-tree.ts";

/** A schema's issue as a problem. `keys` lead to the value, or to where it is missing. */
type ExplainedIssue = CodedProblem & { keys: Key[]; suggestion?: string | undefined };

/** Turns a schema's issues into problems with what was found and what is allowed. */
export function explainIssues(
  schema: Schema,
  issues: readonly v.BaseIssue<unknown>[],
  parentKeys: Key[] = [],
): ExplainedIssue[] {
  return issues.flatMap((issue): ExplainedIssue[] => {
    const keys = [...parentKeys, ...(issue.path ?? []).map((item) => item.key as Key)];
    const lastKey = String(keys.at(-1) ?? "");
    const { example } = metadataOf(schemaAt(schema, keys));
    const suggestion = example ? `${lastKey}: ${example}` : undefined;

    if (issue.type === "strict_object" && issue.expected === "never") return [{ keys, code: "unknown_field" }];
    if (issue.received === "undefined") return [{ keys, code: "missing", params: { line: suggestion } }];
    if (issue.received === "null" || issue.input === "" || (Array.isArray(issue.input) && issue.input.length === 0))
      return [{ keys, code: "empty", params: { example }, suggestion }];
    // Where several shapes are allowed, only the issues of the shape that the owner wrote are reported.
    const inner = issue.type === "union" ? (issue.issues ?? []) : [];
    const nested = inner.filter(({ path }) => path);
    if (nested.length) return explainIssues(schema, nested, keys);
    const validations = inner.filter(({ kind }) => kind === "validation");
    return (validations.length ? validations : [issue]).map((one) => ({ keys, ...describeRefusal(one, example) }));
  });
}

/** A refusal has the name of the schema's rule, or the code that a check gives as its message. */
function describeRefusal(issue: v.BaseIssue<unknown>, example: string | undefined): CodedProblem {
  if (issue.type === "non_empty") return { code: "empty", params: { example } };
  const { input, received, expected, message } = issue;
  const code = [message, issue.type].find(isPredicate) ?? "unfit";
  const params = {
    input,
    received,
    expected: expected ?? "",
    length: typeof input === "string" || Array.isArray(input) ? input.length : 0,
    unit: Array.isArray(input) ? "entries" : "characters",
    limit: Number("requirement" in issue ? issue.requirement : 0),
    example,
  };
  return { code, params } as CodedProblem;
}
