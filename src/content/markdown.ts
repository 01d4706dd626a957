// Over 250 lines: Reading one format is one task: its sections, blocks and marks call each other.
import { marked, type Token, type Tokens } from "marked";
import { closestMatch } from "./content-problems.ts";
import type { Block, Inline, Prose } from "./schemas/prose.ts";

/** Reports what the site cannot show, and where in the prose it begins. */
export type ReportProblem = (offset: number, message: string, paste?: string) => void;

/** Splits a content file into facts (between the --- lines) and prose. It counts lines for error messages. */
export function splitFrontMatter(source: string) {
  const match = /^(\s*---[ \t]*\n)([\s\S]*?\n)(---[ \t]*(?:\n|$))([\s\S]*)$/.exec(source);
  if (!match) return undefined;
  const [, opening = "", facts = "", closing = "", prose = ""] = match;
  const before = opening.split("\n").length - 1;
  return { facts, prose, before, beforeProse: before + (facts + closing).split("\n").length - 1 };
}

interface LocatedToken {
  token: Token;
  offset: number;
}

interface Section {
  heading: string;
  offset: number;
  content: LocatedToken[];
}

/** Splits prose at its second-level headings. Text before the first heading is an error. */
function splitSections(prose: string, report: ReportProblem): Section[] {
  const found: Section[] = [];
  let offset = 0;
  for (const token of marked.lexer(prose)) {
    if (token.type === "heading" && token.depth === 2) found.push({ heading: token.text, offset, content: [] });
    else if (token.type !== "space") {
      const section = found.at(-1);
      if (section) section.content.push({ token, offset });
      else report(offset, "this is before the first heading and would not be shown. Move it below one.");
    }
    offset += token.raw.length;
  }
  return found;
}

/** The headings of a treatment's file. */
const sectionNames = ["What is", "How It Works", "Who Benefits Most", "What can go wrong", "Before you book"] as const;

/** Reads the sections of a treatment. A missing section stays empty, so that the schema reports every gap at once. */
export function parseTreatmentBody(prose: string, report: ReportProblem) {
  const found = new Map<string, Section>();
  for (const section of splitSections(prose, report)) {
    const part = sectionNames.find((name) => section.heading.startsWith(name));
    if (!part) {
      const closest = closestMatch(section.heading, sectionNames);
      const hint = closest ? ` Did you mean "## ${closest}"?` : ` The page shows: ${sectionNames.join(", ")}.`;
      report(section.offset, `"${section.heading}" is not a section of a treatment page.${hint}`);
    } else if (found.has(part)) report(section.offset, `"${section.heading}" is here twice. Join the two.`);
    else found.set(part, section);
  }
  const content = (part: (typeof sectionNames)[number]) => found.get(part)?.content ?? [];
  const whatIs = found.get("What is");
  const benefits = splitAtList(content("Who Benefits Most"), report);
  const before = splitAtHeadings(
    content("Before you book"),
    ["Not done if", "Ask your doctor first", "Tell me", "Aftercare"],
    report,
  );
  const risks = splitAtHeadings(content("What can go wrong"), ["Usual", "Rare", "When to worry", "First aid"], report);
  const points = (part: LocatedToken[] | undefined) => parseListItems(part ?? [], report).map(({ text }) => text);
  return {
    whatIs: { heading: whatIs?.heading ?? "", blocks: parseBlocks(whatIs?.content ?? [], report) },
    steps: parseListItems(content("How It Works"), report).map((item) => parseStep(item, report)),
    benefits: { intro: joinParagraphs(benefits.paragraphs), items: benefits.items },
    ...(found.has("What can go wrong") && {
      risks: {
        intro: parseParagraphs(risks.opening, report),
        usual: points(risks.parts.Usual),
        rare: points(risks.parts.Rare),
        worry: parseBlocks(risks.parts["When to worry"] ?? [], report),
        firstAid: parseBlocks(risks.parts["First aid"] ?? [], report),
      },
    }),
    before: {
      notes: parseParagraphs(before.opening, report),
      notDone: points(before.parts["Not done if"]),
      askDoctor: points(before.parts["Ask your doctor first"]),
      tellMe: points(before.parts["Tell me"]),
      aftercare: parseBlocks(before.parts.Aftercare ?? [], report),
    },
  };
}

/** Reads a field of running text, which may have several paragraphs. */
export function parseParagraphsOf(text: string, report: ReportProblem): Prose[] {
  const content = marked.lexer(text).filter(({ type }) => type !== "space");
  return parseParagraphs(
    content.map((token) => ({ token, offset: 0 })),
    report,
  );
}

/** Reads the privacy policy: sections with headings, made of paragraphs, subheadings and lists. */
export function parsePolicySections(prose: string, report: ReportProblem) {
  return splitSections(prose, report).map(({ heading, content }) => ({
    id: heading.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
    heading,
    blocks: parseBlocks(content, report, true),
  }));
}

/** Reads paragraphs and lists; on pages that allow it, third-level headings as well. */
function parseBlocks(content: LocatedToken[], report: ReportProblem, headings = false): Block[] {
  return content.flatMap(({ token, offset }): Block[] => {
    if (headings && token.type === "heading" && token.depth === 3) return [{ kind: "subheading", text: token.text }];
    if (token.type === "paragraph")
      return [{ kind: "paragraph", text: parseParagraph(token as Tokens.Paragraph, offset, report) }];
    if (token.type === "list")
      return [{ kind: "list", items: parseListItems([{ token, offset }], report).map(({ text }) => text) }];
    report(offset, unsupportedMessage(token));
    return [];
  });
}

/** Reads the items of a section that may hold one list and nothing else. */
function parseListItems(content: LocatedToken[], report: ReportProblem): { text: Prose; offset: number }[] {
  return content.flatMap(({ token, offset }) => {
    if (token.type !== "list") {
      report(
        offset,
        "only points of a list can be shown here. Begin the line with a hyphen and a space:",
        `- ${firstLine(token)}`,
      );
      return [];
    }
    let nextOffset = offset;
    return (token as Tokens.List).items.map((item) => {
      const itemOffset = nextOffset;
      nextOffset += item.raw.length;
      if (item.tokens.some(({ type }) => type === "list"))
        report(itemOffset, "a list within a list cannot be shown. Make it one list.");
      return {
        text: {
          parts: parseInline(
            item.tokens.filter(({ type }) => type !== "list"),
            itemOffset,
            report,
          ),
        },
        offset: itemOffset,
      };
    });
  });
}

/** Reads the paragraphs before the first heading of a section whose lists all have headings. */
function parseParagraphs(content: LocatedToken[], report: ReportProblem): Prose[] {
  return content.flatMap(({ token, offset }) => {
    if (token.type === "paragraph") return [parseParagraph(token as Tokens.Paragraph, offset, report)];
    report(offset, token.type === "list" ? "a list cannot be shown here." : unsupportedMessage(token));
    return [];
  });
}

/** Reads paragraphs, then one list. */
function splitAtList(content: LocatedToken[], report: ReportProblem) {
  const paragraphs: Prose[] = [];
  const lists: LocatedToken[] = [];
  for (const { token, offset } of content) {
    if (token.type === "list") lists.push({ token, offset });
    else if (token.type !== "paragraph") report(offset, unsupportedMessage(token));
    else if (lists.length) report(offset, "this is after the list and would not be shown. Move it before the list.");
    else paragraphs.push(parseParagraph(token as Tokens.Paragraph, offset, report));
  }
  return { paragraphs, items: parseListItems(lists, report).map(({ text }) => text) };
}

function splitAtHeadings(content: LocatedToken[], names: string[], report: ReportProblem) {
  const opening: LocatedToken[] = [];
  const found: Record<string, LocatedToken[]> = {};
  let current = opening;
  for (const located of content) {
    const { token, offset } = located;
    if (token.type !== "heading") current.push(located);
    else if (token.depth === 3 && names.includes(token.text)) {
      current = [];
      found[token.text] = current;
    } else report(offset, `"${token.text}" is not a heading here. Known is: ### ${names.join(", ### ")}.`);
  }
  return { opening, parts: found };
}

function parseStep({ text: { parts }, offset }: { text: Prose; offset: number }, report: ReportProblem) {
  const [label, ...rest] = parts;
  if (typeof label !== "object" || !("bold" in label)) {
    report(offset, "a step begins with a word in bold, and then says what happens:", "- **Prepare.** What happens.");
    return { label: "", text: { parts } };
  }
  const [first, ...more] = rest;
  const text = typeof first === "string" ? [first.trimStart(), ...more] : rest;
  return { label: label.bold.replace(/\.$/, ""), text: { parts: text } };
}

function parseParagraph(token: Tokens.Paragraph, offset: number, report: ReportProblem): Prose {
  if (/^\s*[•·‣]/m.test(token.raw)) {
    const suggestion = token.raw.trim().replace(/^\s*[•·‣]\s*/, "- ");
    report(
      offset,
      "points that begin with this sign run together. Begin each with a hyphen and a space:",
      suggestion.split("\n")[0],
    );
  }
  return { parts: parseInline(token.tokens ?? [], offset, report) };
}

function parseInline(tokens: Token[], offset: number, report: ReportProblem): Inline[] {
  return mergeText(
    tokens.flatMap((token): Inline[] => {
      if (token.type === "strong") return [{ bold: tokenText(token) }];
      if (token.type === "em") return [{ italic: tokenText(token) }];
      if (token.type === "link") return [{ text: tokenText(token), href: token.href }];
      if (token.type === "br") return [" "];
      if (["html", "image", "codespan", "del"].includes(token.type)) report(offset, unsupportedMessage(token));
      if ("tokens" in token && token.tokens) return parseInline(token.tokens, offset, report);
      return ["text" in token ? unescapeHtml(String(token.text)).replace(/\s+/g, " ") : token.raw];
    }),
  );
}

const tokenText = (token: Token): string =>
  "tokens" in token && token.tokens?.length
    ? token.tokens.map(tokenText).join("")
    : unescapeHtml("text" in token ? String(token.text) : token.raw).replace(/\s+/g, " ");

/** Joins adjacent pieces of the same kind, and trims the space around the whole. */
function mergeText(pieces: Inline[]): Inline[] {
  const found: Inline[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (typeof piece === "string" && typeof last === "string") found[found.length - 1] = last + piece;
    else found.push(piece);
  }
  return found.flatMap((piece, index): Inline[] => {
    if (typeof piece !== "string") return [piece];
    const start = index === 0 ? piece.trimStart() : piece;
    const whole = index === found.length - 1 ? start.trimEnd() : start;
    return whole ? [whole] : [];
  });
}

const joinParagraphs = (paragraphs: Prose[]): Prose => ({
  parts: mergeText(paragraphs.flatMap(({ parts }, index): Inline[] => (index ? [" ", ...parts] : parts))),
});

const tokenNames: Record<string, string> = {
  html: "HTML",
  image: "a picture",
  codespan: "text between backticks",
  code: "a line that begins with four spaces",
  blockquote: "a quotation that begins with >",
  table: "a table",
  hr: "a line across the page",
  heading: "a heading of this rank",
  del: "crossed-out text",
};

const unsupportedMessage = (token: Token) =>
  `${tokenNames[token.type] ?? "this"} cannot be shown here. Write it as plain words, **bold**, [a link](/contact) or a list.`;

const firstLine = (token: Token) => token.raw.trim().split("\n")[0] ?? "";

const unescapeHtml = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
