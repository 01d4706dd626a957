import { expect, test } from "vitest";
import { readContent } from "./read-content.ts";
import { typeset, typesetContent } from "./typeset.ts";

test.each([
  [`"Not yet" is a good answer.`, "“Not yet” is a good answer."],
  [`Four o'clock, the clients' door (the "green" one)`, "Four o’clock, the clients’ door (the “green” one)"],
  [`She said 'no'. It's fine.`, "She said ‘no’. It’s fine."],
  ["Mon - Fri, but 15-60 min and one-to-one", "Mon – Fri, but 15-60 min and one-to-one"],
  ["Nothing to set", "Nothing to set"],
  ["Already “set”, isn’t it", "Already “set”, isn’t it"],
])("%s", (text, expected) => {
  expect(typeset(text)).toBe(expected);
});

test("the pages are typeset, in lists, prose and treatments, and the form and the launch questions are not", () => {
  const content = structuredClone(readContent("tests/example-studio"));
  const [lede, text] = [`It's "so"`, "It’s “so”"];
  const { pages, treatments, studio } = content;
  pages.testimonials.lede = lede;
  pages.home.values = [{ title: lede, text: { parts: [lede] } }];
  pages.contact.form.success.text = lede;
  studio.gates = { Q1: { question: lede, answer: null, date: null, initials: null } };
  const treatment = treatments.get("lactic-peel");
  treatment?.body.whatIs.text.splice(0, 9, {
    kind: "paragraph",
    text: { parts: ['Say "', { bold: "stop" }, '" or ', { text: "don't", href: "/it's" }, "."] },
  });

  const set = typesetContent(content);
  expect(set.pages.testimonials.lede).toBe(text);
  expect(set.pages.home.values).toEqual([{ title: text, text: { parts: [text] } }]);
  expect(set.treatments.get("lactic-peel")?.body.whatIs.text).toEqual([
    {
      kind: "paragraph",
      text: { parts: ["Say “", { bold: "stop" }, "” or ", { text: "don’t", href: "/it's" }, "."] },
    },
  ]);
  expect(set.pages.contact.form).toEqual(pages.contact.form);
  expect(set.studio.gates).toEqual(studio.gates);
});
