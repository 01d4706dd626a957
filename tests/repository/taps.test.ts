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

const withHas = styles.filter(({ file, css }) => file.startsWith("src/site/") && css.includes(":has("));

test.each(withHas)("$file does not have a page restyled for a tap, which moves the focus", ({ css }) => {
  // Chromium then restyles whatever might follow any :has() in the page.
  expect(css.match(/:has\((?:[^()]|\([^()]*\))*:(?:focus|hover|active)/g)).toBeNull();
});
