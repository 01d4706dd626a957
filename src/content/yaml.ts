import { type Document, isAlias, isMap, isScalar, parseDocument, Scalar, visit, type YAMLError } from "yaml";
import type { FileProblem, SourceLocation } from "./content-problems.ts";
import { locationAt } from "./source-text.ts";

type Key = string | number;

/** Parses YAML. `locate` finds the line of a value or, if it is missing, of the record it is missing from. */
export function parseYaml(text: string) {
  const document = parseDocument(text, { prettyErrors: false });
  // One wrong line can make the rest of the file look wrong too, so only the first error is reported.
  const [first] = document.errors;
  const problems = first ? [describeSyntaxError(first, text)] : findReferences(document, text);
  return {
    data: problems.length ? {} : ((document.toJS() ?? {}) as unknown),
    problems: problems.length ? problems : findAccidentalComments(document, text),
    locate(keys: readonly Key[]): SourceLocation | undefined {
      for (let depth = keys.length; depth > 0; depth--) {
        const offset = offsetOf(document, keys.slice(0, depth));
        if (offset !== undefined) return locationAt(text, offset);
      }
      return undefined;
    },
  };
}

function offsetOf(document: Document, keys: readonly Key[]): number | undefined {
  const parent = keys.length > 1 ? document.getIn(keys.slice(0, -1), true) : document.contents;
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && key.value === keys.at(-1));
    return pair && isScalar(pair.key) ? pair.key.range?.[0] : undefined;
  }
  const node = document.getIn(keys, true);
  return typeof node === "object" && node !== null && "range" in node ? (node.range as number[])[0] : undefined;
}

/**
 * In YAML a text that begins with *, & or ! is a reference, a name for one, or a type. An owner means the sign itself,
 * which would not be shown, or end the program.
 */
function findReferences(document: Document, text: string): FileProblem[] {
  const problems: FileProblem[] = [];
  visit(document, {
    Node(_, node) {
      const { anchor, tag } = node as { anchor?: string; tag?: string };
      const custom = tag !== undefined && !tag.startsWith("tag:yaml.org,2002:");
      if ((!isAlias(node) && !anchor && !custom) || !node.range) return;
      const location = locationAt(text, node.range[0]);
      problems.push({ code: "yaml_sign", location, suggestion: withQuotes(location.lineText) });
    },
  });
  return problems;
}

/** The line with its value in quotes, to paste; undefined when it is not a single field or list entry. */
function withQuotes(lineText: string): string | undefined {
  const [, start, value = ""] = /^\s*((?:- )?[\w-]+:|-)\s+(.*)$/.exec(lineText) ?? [];
  return start && `${start} ${JSON.stringify(value.replace(/^"|"$/g, ""))}`;
}

/** In YAML a # after a space starts a comment: "Unit #4" would be shown as "Unit". */
function findAccidentalComments(document: Document, text: string): FileProblem[] {
  const problems: FileProblem[] = [];
  visit(document, {
    Scalar(_, node) {
      if (node.type !== Scalar.PLAIN || !node.range) return;
      const end = node.range[1];
      const rest = /^[ \t]+#(.*)/.exec(text.slice(end))?.[1];
      if (rest === undefined) return;
      const location = locationAt(text, end + text.slice(end).indexOf("#"));
      const [, start = "", value = ""] = /^(\s*(?:- )?[\w-]+:\s+)(.*)$/.exec(location.lineText) ?? [];
      problems.push({
        code: "yaml_comment",
        params: { rest: rest.trim(), end: start ? ":" : "." },
        location,
        suggestion: start ? `${start.trim()} ${JSON.stringify(value)}` : undefined,
      });
    },
  });
  return problems;
}

/** Finds what the owner did that the parser cannot read. */
function describeSyntaxError({ code, message, pos }: YAMLError, text: string): FileProblem {
  const location = locationAt(text, pos[0]);
  const suggestion = withQuotes(location.lineText);
  if (/^\t/.test(location.lineText) || code === "TAB_AS_INDENT") {
    const before = text.slice(0, text.lastIndexOf("\n", pos[0] - 1) + 1).trimEnd();
    const lineAbove = before.slice(before.lastIndexOf("\n") + 1);
    const deeper = /[:|>]$/.test(lineAbove) ? "  " : "";
    const indent = /^\t/.test(location.lineText) ? `${/^ */.exec(lineAbove)?.[0]}${deeper}` : "";
    const untabbed = indent + location.lineText.replace(/^\t+/, "").replaceAll("\t", "");
    return { code: "yaml_tab", location, suggestion: untabbed };
  }
  switch (code) {
    case "BLOCK_AS_IMPLICIT_KEY":
      return { code: "yaml_colon", location, suggestion };
    case "DUPLICATE_KEY":
      return { code: "yaml_twice", params: { name: location.lineText.trim().split(":")[0] }, location };
    case "MISSING_CHAR":
    case "BAD_INDENT":
      if (code === "BAD_INDENT" && !/Flow/.test(message)) return { code: "yaml_indentation", location };
      if (/map keys/.test(message)) return { code: "yaml_no_colon", location };
      return /quote/.test(message) ? { code: "yaml_quote", location, suggestion } : { code: "yaml_bracket", location };
    case "BAD_COLLECTION_TYPE":
      return { code: "yaml_indentation", location };
    case "BAD_SCALAR_START":
    case "BAD_ALIAS":
      return { code: "yaml_sign", location, suggestion };
    case "MULTILINE_IMPLICIT_KEY":
      return { code: "yaml_no_colon", location };
    default:
      return { code: "yaml_unclear", location, suggestion };
  }
}
