import { expect, test } from "vitest";
import { listMutations } from "./mutations.ts";

const mutated = (source: string) =>
  listMutations("sample.tsx", source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end));

test.each([
  ["if (a) b = 1;", ["if (!(a)) b = 1;", "if (a) ;"]],
  ["let x = a < b;", ["let x = ((a) <= (b));"]],
  ["let x = a && b;", ["let x = ((a) || (b));"]],
  ["let x = a ?? b;", ["let x = (a);"]],
  ['let x = a ?? "";', ["let x = (a);"]],
  ["let x = a + 1;", ["let x = ((a) - (1));"]],
  ["let x = true;", ["let x = false;"]],
  ['let x = "words";', ['let x = "";']],
  ['let x = "";', ['let x = "mutated";']],
  ["function f() { return a; }", ["function f() { return undefined; }"]],
  ["let f = () => a;", ["let f = () => (undefined);"]],
  ["let f = () => ({ a });", ["let f = () => (undefined);"]],
  ["async () => { await save(); };", [";", "async () => { ; };"]],
])("the code %s can be mutated", (source, expected) => {
  expect(mutated(source)).toEqual(expected);
});

test.each([
  'import { a } from "./a.ts";',
  'export { a } from "./a.ts";',
  'type A = "a" | "b";',
  'let a: Record<"b", true>;',
  'log("words", { ok: true });',
  'console.error("words");',
  'throw new TypeError("words");',
  'let a = <p className="words">more words</p>;',
  'let a = { "b-c": 1 };',
  "let a = `a` + b;",
  'let [a = ""] = b;',
  "function f() { return undefined; }",
])(
  "the code %s is not mutated: it is a type, a name, a log, an error or a fallback, or nothing would change",
  (source) => {
    expect(mutated(source)).toEqual([]);
  },
);

test("a mutation names its line", () => {
  expect(listMutations("sample.ts", "let a = 1;\nlet b = a > 1;").map(({ line }) => line)).toEqual([2]);
});
