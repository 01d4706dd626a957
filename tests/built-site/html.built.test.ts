import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";
import { readBuiltPages } from "./built-pages.ts";

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // React writes HTML this way, and browsers accept both forms.
    "void-style": "off",
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    // Safari does not announce a list without bullets as a list unless it has the role.
    "no-redundant-role": "off",
    "prefer-native-element": "off",
    // The phone number is shown as the owner wrote it.
    "tel-non-breaking": "off",
    // This is the longest allowed page title together with the longest allowed brand.
    "long-title": ["error", { maxlength: 113 }],
  },
});

test.each(readBuiltPages())(
  "$path is valid HTML with one first heading, and nothing that no reader sees",
  async (page) => {
    const { results } = await validator.validateString(page.html, page.path);
    const messages = results.flatMap((result) => result.messages);
    expect(messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`)).toEqual([]);
    expect(page.html.match(/<h1\b/g)).toHaveLength(1);
    expect(page.html).not.toMatch(/<template\b|Unexpected Application Error/);
  },
);
