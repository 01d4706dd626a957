import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = execFileSync("git", ["ls-files", "*.css"], { encoding: "utf8" }).trim().split("\n");
const styles = files.map((file) => ({ file, css: readFileSync(file, "utf8") }));
const hovering = styles.filter(({ css }) => css.includes(":hover"));

test.each(hovering)("$file changes nothing under a finger, which hovers over what it tapped", ({ css }) => {
  // The block contains rules, and these may contain rules of their own.
  const block = /@media \(hover: hover\) \{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g;
  expect(css.replace(block, "").match(/[^{}]*:hover/g)).toBeNull();
});
