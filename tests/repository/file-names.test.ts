import { globSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";

const ignored = /^(?:node_modules|\.git|\.cache|\.npm|build|data|shots)(?:[\\/]|$)|[\\/]node_modules(?:[\\/]|$)/;
const files = globSync("{*,.*}", { exclude: (name) => ignored.test(name) })
  .filter((name) => !ignored.test(name))
  .flatMap((name) => [name, ...globSync(`${name}/**/*`, { exclude: (path) => ignored.test(path) })]);

test("no two names differ only in capitals, which Windows and macOS take for one", () => {
  const seen = new Map<string, string>();
  const pairs = files.flatMap((file) => {
    const other = seen.get(file.toLowerCase());
    seen.set(file.toLowerCase(), file);
    return other && other !== file ? [[other, file]] : [];
  });
  expect(files.length).toBeGreaterThan(500);
  expect(pairs).toEqual([]);
});

test("every name is one that Windows allows, and short enough for a clone in a user's folder", () => {
  const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
  const wrong = (part: string) => /[<>:"|?*]|[ .]$/.test(part) || device.test(part);
  expect(files.filter((file) => file.length > 160 || file.split(/[\\/]/).some(wrong))).toEqual([]);
});

test("nothing is written under a fixed name in the shared temporary folder, which another user could take first", () => {
  const fixedName = /(?<![\w.])\/(?:var\/)?tmp\/\w|(?<!mkdtemp(?:Sync)?\(\s*)join\(tmpdir\(\)|\$\{tmpdir\(\)\}/;
  const written = files.filter((file) => /\.(?:ts|tsx|mjs|md|conf|service|socket)$|^deploy|file$/.test(file));
  const texts = written.filter((file) => statSync(file).isFile());
  expect(texts.length).toBeGreaterThan(400);
  expect(texts.filter((file) => fixedName.test(readFileSync(file, "utf8")))).toEqual([]);
});
