import { expect, test } from "vitest";
import { claimMessage, summarizeBoth } from "./messages.ts";

const story = Array.from({ length: 60 }, (_, at) => `word${at}`).join(" ");

test("of a long text that changed at its end, the words that differ are shown with a few before them", () => {
  expect(summarizeBoth(`${story} ends here.`, `${story} stops there, at last.`)).toEqual({
    before: "… word56 word57 word58 word59 ends here.",
    after: "… word56 word57 word58 word59 stops there, at last.",
  });
});

test("of a long text with a word added in the middle, only that place is shown", () => {
  expect(summarizeBoth(story, story.replace("word30", "word30 twice"))).toEqual({
    before: "… word27 word28 word29 word30 word31 word32 word33 word34 …",
    after: "… word27 word28 word29 word30 twice word31 word32 word33 word34 …",
  });
});

test("short values are shown whole, and an empty one as nothing", () => {
  expect(summarizeBoth("", "From $95")).toEqual({ before: "nothing", after: "From $95" });
});

test("words are shown without the signs of Markdown, unless nothing else changed", () => {
  expect(summarizeBoth("One.", "One **bold** [link](/a).")).toEqual({ before: "One.", after: "One bold link." });
  expect(summarizeBoth("One.", "**One.**")).toEqual({ before: "One.", after: "**One.**" });
});

test("a claim in a review is answered as a quotation, which nobody may reword", () => {
  expect(claimMessage("cured", "No treatment here cures.", true)).toBe(
    "“cured” is not allowed here. No treatment here cures. A review is quoted word for word: choose another review, or leave this one out.",
  );
});
