// Preloaded by `node --import`, so it is plain JavaScript.
import childProcess from "node:child_process";
import fs from "node:fs";
import fsPromises from "node:fs/promises";
import module, { registerHooks } from "node:module";
import path from "node:path";
import sqlite from "node:sqlite";
import url from "node:url";

/**
 * Lets this project's own modules, and none of its packages, meet files as on Windows: paths have a drive and backslashes,
 * some names are not allowed, a scanner holds each file for a moment before it may be renamed, and nothing is renamed over
 * a folder. Paths are translated before the system is asked, so real files are read and written.
 */
const { win32, posix } = path;
const toReal = (text) => text.replace(/^[A-Za-z]:(?=[\\/])/, "").replaceAll("\\", "/");
const toWindows = (text) => (text.startsWith("/") ? "C:" : "") + text.replaceAll("/", "\\");
const isWindowsPath = (text) => /^[A-Za-z]:[\\/]|^[^\n*?"<>|]*\\[^\n*?"<>|]*$/.test(text);

const resolve = (...parts) => win32.resolve(toWindows(process.cwd()), ...parts);
const windowsPath = { ...win32, posix, resolve, relative: (from, to) => win32.relative(resolve(from), resolve(to)) };

function refuse(code, call, file) {
  throw Object.assign(new Error(`${code}: ${call} '${file}'`), { code, syscall: call, path: file });
}

const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
function checkName(call, file) {
  const parts = file.replace(/^[A-Za-z]:/, "").split(/[\\/]/);
  const wrong = (part) => /[<>:"|?*]|[^.][ .]$/.test(part) || device.test(part);
  if (!call.startsWith("glob") && parts.some(wrong)) refuse("ENOENT", call, file);
}

const scanned = new Set();
/** The first try to rename each file is refused, and each try to replace a folder. */
function checkRename(call, from, to) {
  if (fs.statSync(to, { throwIfNoEntry: false })?.isDirectory()) refuse("EPERM", call, to);
  if (scanned.has(from)) return;
  scanned.add(from);
  refuse("EPERM", call, from);
}

const pathCounts = { rename: 2, copyFile: 2, cp: 2, link: 2, symlink: 2 };
const takesNoPath = /^(write|read|fsync|close|fstat|ftruncate|fchmod|futimes)(Sync)?$/;

function translate(functions) {
  return mapFunctions(functions, (name, original) => {
    if (takesNoPath.test(name)) return original;
    const action = name.replace(/Sync$/, "");
    return (...args) => {
      const translated = args.map((value, index) => {
        if (typeof value !== "string" || index >= (pathCounts[action] ?? 1)) return value;
        checkName(name, value);
        return toReal(value);
      });
      if (action === "rename") checkRename(name, ...translated);
      const result = original(...translated);
      return result instanceof Promise ? result.then((value) => answer(action, value)) : answer(action, result);
    };
  });
}

function answer(action, value) {
  if (/^(realpath|mkdtemp|readlink)$/.test(action) && typeof value === "string") return toWindows(value);
  if (!/^(readdir|glob)$/.test(action) || !Array.isArray(value)) return value;
  return value.map((entry) => {
    if (typeof entry === "string") return entry.replaceAll("/", "\\");
    return Object.assign(entry, { parentPath: toWindows(entry.parentPath) });
  });
}

function mapFunctions(functions, change) {
  const isPlain = (name, value) => typeof value === "function" && /^[a-z]/.test(name);
  const changed = ([name, value]) => [name, isPlain(name, value) ? Object.assign(change(name, value), value) : value];
  return Object.fromEntries(Object.entries(functions).map(changed));
}

/** What a package or another program is handed: a path, or a list or an object with paths in it. */
function deepReal(value) {
  if (typeof value === "string") return isWindowsPath(value) ? toReal(value) : value;
  if (Array.isArray(value)) return value.map(deepReal);
  if (!value || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [deepReal(key), deepReal(one)]));
}
const handOver = (original) => Object.assign((...args) => original(...args.map(deepReal)), original);

class DatabaseSync extends sqlite.DatabaseSync {
  constructor(file, ...rest) {
    super(toReal(file), ...rest);
  }

  prepare(sql) {
    const statement = super.prepare(sql);
    // The one statement that is handed a path.
    if (sql !== "VACUUM INTO ?") return statement;
    return { run: (file) => statement.run(toReal(file)) };
  }
}
const promises = translate(fsPromises);
const builtins = {
  "node:fs": { ...translate(fs), promises },
  "node:fs/promises": promises,
  "node:path": windowsPath,
  "node:sqlite": { ...sqlite, DatabaseSync },
  "node:child_process": mapFunctions(childProcess, (_, original) => handOver(original)),
  "node:module": { ...module, createRequire: (from) => handOver(module.createRequire(from)) },
  "node:url": {
    ...url,
    fileURLToPath: (address) => toWindows(url.fileURLToPath(address)),
    pathToFileURL: (file) => url.pathToFileURL(toReal(file)),
  },
};
/** The packages that are handed paths. */
const packages = ["sharp", "vite"];
globalThis.asWindows = { builtins, handOver };

const isOwn = (address = "") => address.startsWith("file:") && !address.includes("/node_modules/");
registerHooks({
  resolve(specifier, context, next) {
    const windows = { format: "module", shortCircuit: true };
    if (!isOwn(context.parentURL)) return next(specifier, context);
    if (specifier in builtins) return { ...windows, url: `windows:${specifier}` };
    const found = next(specifier, context);
    return packages.includes(specifier) ? { ...windows, url: `windows:${found.url}` } : found;
  },
  load(address, context, next) {
    if (!address.startsWith("windows:")) return next(address, context);
    const name = address.slice("windows:".length);
    return {
      format: "module",
      shortCircuit: true,
      source: name in builtins ? builtinSource(name) : packageSource(name),
    };
  },
});

function builtinSource(name) {
  const names = Object.keys(builtins[name]).filter((key) => key !== "default");
  return `const all = globalThis.asWindows.builtins["${name}"];
export default all;
export const { ${names.join(", ")} } = all;`;
}

function packageSource(address) {
  const from = JSON.stringify(address);
  return `import * as all from ${from};
export * from ${from};
export default all.default && globalThis.asWindows.handOver(all.default);
${address.includes("/vite/") ? "export const [build, createServer] = [all.build, all.createServer].map(globalThis.asWindows.handOver);" : ""}`;
}

// Packages choose their native parts by the real values.
const { platform, chdir } = process;
Object.defineProperty(process, "platform", {
  get() {
    const [, , caller = ""] = String(new Error("caller").stack).split("\n");
    return caller.includes("file:") && !caller.includes("/node_modules/") ? "win32" : platform;
  },
});
process.getuid = undefined;
process.chdir = (folder) => chdir(toReal(folder));
