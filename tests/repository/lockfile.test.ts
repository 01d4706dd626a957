import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface LockedPackage {
  resolved?: string;
  integrity?: string;
  /** One, or a list of one. */
  os?: string | string[];
  cpu?: string | string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const platforms = ["linux x64", "linux arm64", "darwin x64", "darwin arm64", "win32 x64"];

test.each(["package-lock.json", "tools/package-lock.json"])(
  "%s installs on every platform, from any registry, and verifies every package",
  (file) => {
    const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(readFileSync(file, "utf8"));
    const { "": project = {}, ...locked } = packages;
    const problems = Object.entries(locked).flatMap(([path, { resolved, integrity }]) => [
      ...(resolved ? [`${path} names a registry`] : []),
      // An entry without it was written by hand, and would not be verified.
      ...(integrity ? [] : [`${path} has no integrity`]),
    ]);
    // npm leaves out the native parts that its registry lacks, and npm ci then fails in a fresh clone elsewhere.
    const isForMany = (parts: string[]) => parts.filter((part) => locked[`node_modules/${part}`]?.os).length > 1;
    const platformOf = (part: string) => {
      const { os = "", cpu = "", libc } = locked[`node_modules/${part}`] ?? {};
      return libc && !libc.includes("glibc") ? [] : [`${os} ${cpu}`];
    };
    for (const [path, { os, optionalDependencies = {} }] of Object.entries({ ...locked, node: project })) {
      const parts = Object.keys(optionalDependencies);
      if (os || !isForMany(parts)) continue;
      const there = new Set(parts.flatMap(platformOf));
      problems.push(...platforms.filter((name) => !there.has(name)).map((name) => `${path} has no part for ${name}`));
    }
    expect(Object.keys(locked).length).toBeGreaterThan(50);
    expect(problems).toEqual([]);
  },
);
