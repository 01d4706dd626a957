import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";
import { readBuiltPages } from "./built-pages.ts";

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // How React spells HTML; browsers read both spellings alike.
    "void-style": "off",
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    // Safari takes a list without bullets for no list unless the role is said.
    "no-redundant-role": "off",
    "prefer-native-element": "off",
    // The number is written as the owner wrote it.
    "tel-non-breaking": "off",
    // A page's title and the brand, each as long as the content may have it.
    "long-title": ["error", { maxlength: 113 }],
  },
});

test.each(readBuiltPages())("$path has one heading of the first level, and nothing that no reader sees", ({ html }) => {
  expect(html.match(/<h1\b/g)).toHaveLength(1);
  expect(html).not.toMatch(/<template\b|Unexpected Application Error/);
});

test.each(readBuiltPages())("$path is valid HTML", async ({ path, html }) => {
  const { results } = await validator.validateString(html, path);
  const messages = results.flatMap((result) => result.messages);
  expect(messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`)).toEqual([]);
});
