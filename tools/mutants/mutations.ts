import { parseSync } from "vite";

/** One small fault that can be inserted into a file. */
export interface Mutation {
  line: number;
  start: number;
  end: number;
  text: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const swaps: Record<string, string> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "&&": "||",
  "||": "&&",
};
/** The only TypeScript-specific nodes that contain code that runs. */
const casts = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);
const logs = /^(console\.\w+|(\w+\.)*log)$/;

/** Lists every possible fault, in the order of the source. */
export function listMutations(file: string, source: string): Mutation[] {
  const found: Mutation[] = [];
  const put = (start: number, end: number, text: string) =>
    found.push({ line: source.slice(0, start).split("\n").length, start, end, text });
  const replace = ({ start, end }: Node, text: string) => put(start, end, text);
  const code = ({ start, end }: Node) => source.slice(start, end);

  function visit(node: Node, parent: Node) {
    if (node.type.startsWith("TS") && !casts.has(node.type)) return;
    if (/^(Import|ExportAll|JSXAttribute$)/.test(node.type)) {
      if (node.type === "JSXAttribute" && isNode(node.value) && node.value.type !== "Literal") visit(node.value, node);
      return;
    }
    // The compiler asks for these fallbacks of entries that are always there. To drop "??" is one mutation already.
    if (node.type === "AssignmentPattern" && parent.type === "ArrayPattern") return visit(node.left as Node, node);
    if (node.type === "Literal" && parent.operator === "??") return;
    if (node.type === "CallExpression" && logs.test(code(node.callee as Node))) return;
    if (node.type === "NewExpression" && /Error$/.test(code(node.callee as Node))) return;
    mutate(node, parent);
    for (const [key, value] of Object.entries(node)) {
      // Property names and the paths of re-exports are not mutated.
      if ((key === "key" && !node.computed) || (key === "source" && node.type.startsWith("Export"))) continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node);
    }
  }

  function mutate(node: Node, parent: Node) {
    const { test, left, right, operator, argument, expression, body } = node as Record<string, unknown>;
    if (/^(If|While|DoWhile|For)Statement$|^ConditionalExpression$/.test(node.type) && isNode(test))
      replace(test, `!(${code(test)})`);
    if (/^(Binary|Logical)Expression$/.test(node.type) && isNode(left) && isNode(right)) {
      const other = swaps[String(operator)];
      const joins = operator === "+" && [left, right].some(isText);
      if (operator === "??") replace(node, `(${code(left)})`);
      else if (other && !joins) replace(node, `((${code(left)}) ${other} (${code(right)}))`);
    }
    if (node.type === "Literal" && typeof node.value === "boolean") replace(node, String(!node.value));
    if (node.type === "Literal" && typeof node.value === "string" && parent.type !== "ExpressionStatement")
      replace(node, node.value ? '""' : '"mutated"');
    if (node.type === "ReturnStatement" && isNode(argument) && code(argument) !== "undefined")
      replace(argument, "undefined");
    if (node.type === "ArrowFunctionExpression" && expression && isNode(body) && code(body) !== "{}")
      // The parentheses around an object literal are not part of its node.
      replace(body, body.type === "ObjectExpression" ? "undefined" : "(undefined)");
    if (node.type === "ExpressionStatement" && isNode(expression) && !logs.test(callee(expression))) replace(node, ";");
  }

  const callee = (node: Node): string => {
    if (node.type === "AwaitExpression") return callee(node.argument as Node);
    return node.type === "CallExpression" ? code(node.callee as Node) : "";
  };
  const { program, errors } = parseSync(file, source);
  if (errors.length) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  visit(program as unknown as Node, program as unknown as Node);
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" && "start" in value;
const isText = ({ type, value }: Node) => type === "TemplateLiteral" || typeof value === "string";
