import { expect, test } from "vitest";
import { readContent } from "./read-content.ts";
import { typeset, typesetContent } from "./typeset.ts";

test.each([
  [`"Not yet" is a good answer.`, "“Not yet” is a good answer."],
  [`Four o'clock, the clients' door (the "green" one)`, "Four o’clock, the clients’ door (the “green” one)"],
  [`She said 'no'. It's fine.`, "She said ‘no’. It’s fine."],
  ["Mon - Fri, but 15-60 min and one-to-one", "Mon – Fri, but 15-60 min and one-to-one"],
  ["Already “set”, isn’t it", "Already “set”, isn’t it"],
])("%s", (text, expected) => {
  expect(typeset(text)).toBe(expected);
});

test("the pages are typeset, with their prose as a whole, and the form and the launch questions are not", () => {
  const content = structuredClone(readContent("tests/example-studio"));
  const { pages, studio } = content;
  const lede = `It's "so"`;
  pages.testimonials.lede = lede;
  pages.contact.form.success.text = lede;
  studio.gates = { Q1: { question: lede, answer: null, date: null, initials: null } };
  pages.contact.lede = { parts: ['Say "', { bold: "stop" }, '" or ', { text: "don't", href: "/it's" }, "."] };

  const set = typesetContent(content);
  expect(set.pages.testimonials.lede).toBe("It’s “so”");
  const parts = ["Say “", { bold: "stop" }, "” or ", { text: "don’t", href: "/it's" }, "."];
  expect(set.pages.contact.lede).toEqual({ parts });
  expect(set.pages.contact.form).toEqual(pages.contact.form);
  expect(set.studio.gates).toEqual(studio.gates);
});
