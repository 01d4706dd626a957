import { appendFileSync, cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A change to a content folder by an owner, her editor or her computer, and the message she then reads, if any. */
export interface OwnerEdit {
  name: string;
  apply: (folder: string) => void;
  expected: string | RegExp | null;
}

const replaceIn = (file: string, pattern: RegExp | string, replacement: string) => (folder: string) => {
  const path = join(folder, file);
  const before = readFileSync(path, "utf8");
  const after = before.replace(pattern, replacement);
  if (after === before) throw new Error(`${file} does not hold ${pattern}`);
  writeFileSync(path, after);
};
const writeInto = (file: string, bytes: string | Uint8Array) => (folder: string) =>
  writeFileSync(join(folder, file), bytes);
const rewriteFile = (file: string, transform: (text: string) => string | Uint8Array) => (folder: string) =>
  writeFileSync(join(folder, file), transform(readFileSync(join(folder, file), "utf8")));

const facialFile = "treatments/sea-clay-facial.md";

export const ownerEdits: OwnerEdit[] = [
  // Files and marks that computers and editors leave behind.
  { name: "Finder's .DS_Store", apply: writeInto("treatments/.DS_Store", "x"), expected: null },
  { name: "a backup of an editor", apply: writeInto("treatments/sea-clay-facial.md~", "x"), expected: null },
  { name: "a lock of an office program", apply: writeInto(".~lock.studio.yaml#", "x"), expected: null },
  { name: "a thumbnail file of Windows", apply: writeInto("images/Thumbs.db", "x"), expected: null },
  {
    name: "line ends of Windows",
    apply: rewriteFile(facialFile, (text) => text.replaceAll("\n", "\r\n")),
    expected: null,
  },
  { name: "a byte order mark", apply: rewriteFile(facialFile, (text) => `\ufeff${text}`), expected: null },
  { name: "a byte order mark in YAML", apply: rewriteFile("studio.yaml", (text) => `\ufeff${text}`), expected: null },
  { name: "a blank first line", apply: rewriteFile(facialFile, (text) => `\n${text}`), expected: null },
  { name: "spaces after the ---", apply: replaceIn(facialFile, /^---\n/, "---  \n"), expected: null },
  { name: "no line end at the end", apply: rewriteFile("studio.yaml", (text) => text.trimEnd()), expected: null },
  {
    name: "curly quotation marks",
    apply: replaceIn("pages/home.yaml", /note: .*/, "note: “Tea” comes free"),
    expected: null,
  },
  {
    name: "letters of any language",
    apply: replaceIn("pages/home.yaml", /note: .*/, "note: Croeso i bawb, ŵyr a hen"),
    expected: null,
  },
  {
    name: "an old encoding (Latin-1)",
    apply: rewriteFile("pages/home.yaml", (text) => Buffer.from(text.replace(/note: .*/, "note: Café"), "latin1")),
    expected: "a character cannot be read: the file was saved in an old encoding. Save it as UTF-8.",
  },
  {
    name: "studio.yaml.txt",
    apply: (folder) => renameSync(join(folder, "studio.yaml"), join(folder, "studio.yaml.txt")),
    expected: "is not a file of the site. Is it meant to be studio.yaml? Rename it.",
  },
  {
    name: "a file nobody asked for",
    apply: writeInto("notes about prices.docx", "x"),
    expected: "is not a file of the site. Move it elsewhere.",
  },

  // Fields.
  {
    name: "a field left empty",
    apply: replaceIn(facialFile, /^duration:.*$/m, "duration:"),
    expected: "'duration' is empty. Write something there. For example: 60-90 min",
  },
  {
    name: "a field removed",
    apply: replaceIn(facialFile, /^duration:.*\n/m, ""),
    expected: "'duration' is missing. Add a line such as: duration: 60-90 min",
  },
  {
    name: "a field misspelt",
    apply: replaceIn(facialFile, /^summary:/m, "sumary:"),
    expected: "'sumary' is not a field here. Did you mean 'summary'? Correct the spelling.",
  },
  {
    name: "a field misspelt inside a record",
    apply: replaceIn("treatments/collagen-needling.md", /^ {2}value:/m, "  vlaue:"),
    expected: "'duration.vlaue' is not a field here. Did you mean 'value'? Correct the spelling.",
  },
  {
    name: "a list emptied",
    apply: replaceIn("results.yaml", /^results:[\s\S]*?(?=^illustrationsAccepted)/m, "results:\n"),
    expected: /^'results' is empty\. Write something there\./,
  },
  { name: "the paths emptied", apply: rewriteFile("paths.yaml", () => "paths:\n"), expected: /^'paths' is empty\./ },
  {
    name: "a file emptied",
    apply: rewriteFile("pages/about.yaml", () => ""),
    expected: "'title' is missing. Add a line such as: title: Treatments",
  },
  {
    name: "yes for true",
    apply: replaceIn("treatments/warm-stone-rest.md", "notOffered: true", "notOffered: yes"),
    expected: null,
  },
  {
    name: "maybe for true",
    apply: replaceIn("treatments/warm-stone-rest.md", "notOffered: true", "notOffered: maybe"),
    expected: /^'notOffered' is 'maybe', which does not fit here\. For example: false/,
  },
  {
    name: "a date that is none",
    apply: replaceIn("pages/home.yaml", /updated: .*/, "updated: yesterday"),
    expected: "'updated' is 'yesterday', which must be a day like 2026-11-15.",
  },
  {
    name: "a description that is too long",
    apply: replaceIn("pages/home.yaml", /^description: .*/m, `description: ${"long ".repeat(40)}`),
    expected: "'description' has 199 characters; at most 155 fit. Take out 44.",
  },
  {
    name: "an email address that is none",
    apply: replaceIn("studio.yaml", /hello@tideline\.test/, "hello at tideline"),
    expected: "'email' is 'hello at tideline', which must be an email address like hello@example.com.",
  },
  {
    name: "a phone number that is none",
    apply: replaceIn("studio.yaml", /"?029 2018 0142"?/, "ask my sister"),
    expected: "'phone' is 'ask my sister', which must be a phone number like (555) 555-0142.",
  },
  {
    name: "closing before opening",
    apply: replaceIn("studio.yaml", /opens: .*\n(\s+)closes: .*/, 'opens: "18:00"\n$1closes: "10:00"'),
    expected: /closes before it opens/,
  },
  {
    name: "a time that is none",
    apply: replaceIn("studio.yaml", /opens: .*/, "opens: morning"),
    expected: /is 'morning', which must be a time like "10:00"/,
  },
  {
    name: "an address without https",
    apply: replaceIn("studio.yaml", /https:\/\/www\.instagram\.com/, "www.instagram.com"),
    expected: /which must be a full address like https:/,
  },
  ...["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "http://www.instagram.com/x"].map(
    (address): OwnerEdit => ({
      name: `a profile that is at ${address}`,
      apply: replaceIn("studio.yaml", /https:\/\/www\.instagram\.com\S*/, address),
      expected: "'social.url' must begin with https://.",
    }),
  ),

  // YAML.
  {
    name: "a colon in a sentence",
    apply: replaceIn("pages/home.yaml", /note: .*/, "note: Remember: tea is free"),
    expected: "a colon followed by a space makes this look like two fields. Put the text in quotes:",
  },
  {
    name: "a # in a line",
    apply: replaceIn("studio.yaml", /7 Kelpie Row/, "7 Kelpie Row, Unit #4"),
    expected: 'the text ends at the sign #: "4" would not be shown. Put all of it in quotes:',
  },
  {
    name: "a quotation mark not closed",
    apply: replaceIn("pages/home.yaml", /note: .*/, 'note: "Tea is free'),
    expected: "a quotation mark is opened and not closed. Close it:",
  },
  {
    name: "a tab at the start of a line",
    apply: replaceIn("pages/home.yaml", /^ {2}note:/m, "\tnote:"),
    expected: "the line begins with a tab. Use spaces there, as many as in the line above:",
  },
  {
    name: "a word between asterisks",
    apply: replaceIn("studio.yaml", /^shortName: .*/m, "shortName: *Tideline*"),
    expected: "text that begins with this sign needs quotes:",
  },
  {
    name: "a name that begins with &",
    apply: replaceIn("studio.yaml", /^shortName: .*/m, "shortName: &Tideline and friends"),
    expected: "text that begins with this sign needs quotes:",
  },
  {
    name: "a text that begins with an exclamation mark",
    apply: replaceIn("studio.yaml", /^shortName: .*/m, "shortName: !Tideline now"),
    expected: "text that begins with this sign needs quotes:",
  },
  {
    name: "a line that begins too far right",
    apply: replaceIn("pages/home.yaml", /^ {2}note:/m, "     note:"),
    expected: /further left or right than its neighbours|cannot be understood|colon/,
  },
  {
    name: "a field written twice",
    apply: replaceIn("pages/home.yaml", /^title: .*/m, "title: One\ntitle: Two"),
    expected: "'title' is here twice. Keep one of the two.",
  },
  {
    name: "a bracket not closed",
    apply: replaceIn("treatments/collagen-needling.md", "gates: [Q2]", "gates: [Q2"),
    expected: /a bracket is opened and not closed/,
  },

  // Prose.
  {
    name: "a section the page does not show",
    apply: (folder) => appendFileSync(join(folder, facialFile), "\n## Prices\n\nFrom 60.\n"),
    expected: /^"Prices" is not a section of a treatment page\./,
  },
  {
    name: "a paragraph among the steps",
    apply: replaceIn(facialFile, "## How It Works\n", "## How It Works\n\nIt takes an hour.\n"),
    expected: "only points of a list can be shown here. Begin the line with a hyphen and a space:",
  },
  {
    name: "text before the first heading",
    apply: replaceIn(facialFile, /\n## What is/, "\nHello.\n\n## What is"),
    expected: "this is before the first heading and would not be shown. Move it below one.",
  },
  {
    name: "bold and a link in a paragraph",
    apply: replaceIn(facialFile, /(## What is [^\n]*\n\n)/, "$1**Read this** and [write to me](/contact) first. "),
    expected: null,
  },
  {
    name: "a list in a paragraph's place",
    apply: replaceIn(facialFile, /\n## How It Works/, "\n- One point\n- Another\n\n## How It Works"),
    expected: null,
  },
  {
    name: "a link that leads nowhere",
    apply: replaceIn(facialFile, /(## What is [^\n]*\n\n)/, "$1[Write](/contakt). "),
    expected: "a link leads to '/contakt', but there is no such page. Did you mean '/contact'? Correct the address.",
  },
  {
    name: "HTML",
    apply: replaceIn(facialFile, /(## What is [^\n]*\n\n)/, "$1<b>Bold</b> words. "),
    expected: /^HTML cannot be shown here\./,
  },
  {
    name: "a quotation in the policy",
    apply: (folder) => appendFileSync(join(folder, "pages/privacy.md"), "\n> As the law says.\n"),
    expected: /^a quotation that begins with > cannot be shown here\./,
  },
  {
    name: "points that begin with a dot",
    apply: replaceIn(facialFile, "### Aftercare\n", "### Aftercare\n\n• One\n• Two\n"),
    expected: "points that begin with this sign run together. Begin each with a hyphen and a space:",
  },
  {
    name: "a step without a word in bold",
    apply: replaceIn(facialFile, /- \*\*\w+\.\*\* /, "- "),
    expected: "a step begins with a word in bold, and then says what happens:",
  },
  {
    name: "bold in a place for plain words",
    apply: replaceIn("pages/home.yaml", /note: .*/, "note: Tea is **free**"),
    expected: /has signs for bold, a link or HTML/,
  },

  // References from one file to another.
  {
    name: "a menu link that leads nowhere",
    apply: replaceIn("site.yaml", "to: /about", "to: /abuot"),
    expected: "a link leads to '/abuot', but there is no such page. Did you mean '/about'? Correct the address.",
  },
  {
    name: "a treatment taken out of its path",
    apply: replaceIn("paths.yaml", / +- slug: blue-light\n.*\n/, ""),
    expected: "no path lists 'blue-light'. Add it, so that visitors can find the page.",
  },
  {
    name: "a treatment's file removed",
    apply: (folder) => rmSync(join(folder, facialFile)),
    expected: /lists 'sea-clay-facial', but there is no/,
  },
  {
    name: "a treatment's file with a capital and a space",
    apply: (folder) => cpSync(join(folder, facialFile), join(folder, "treatments/Sea Clay 2.md")),
    expected: "is not the name of a treatment's file. Rename it to sea-clay-2.md, or remove it.",
  },
  {
    name: "a picture beside another of its name",
    apply: (folder) => cpSync(join(folder, "images/about.webp"), join(folder, "images/about.jpg")),
    expected: "has the same name as images/about.jpg, and only one of the two can be shown. Remove one.",
  },
  {
    name: "a picture removed",
    apply: (folder) => rmSync(join(folder, "images/about.webp")),
    expected: /^'picture' names the picture 'about', but .*images has none of that name\./,
  },
  {
    name: "a picture misspelt",
    apply: replaceIn("pages/about.yaml", /^picture: .*/m, "picture: abuot"),
    expected: /Did you mean 'about'\?/,
  },
  {
    name: "a treatment's own picture misspelt",
    apply: replaceIn("treatments/sea-clay-facial.md", /^path: .*/m, "$&\npicture: path-clam"),
    expected: /^'picture' names the picture 'path-clam', .* Did you mean 'path-calm'\?/,
  },
  {
    name: "a colour too light to read",
    apply: replaceIn("paths.yaml", /ink: "#\w+"/, 'ink: "#c0c0c0"'),
    expected: /is #c0c0c0, too light to be read/,
  },
  {
    name: "a treatment that does not say what can go wrong",
    apply: replaceIn(facialFile, /## What can go wrong[\s\S]*?(?=## Before)/, ""),
    expected: /^'body.risks' is missing\. Add a line such as: risks: a section ## What can go wrong/,
  },
  {
    name: "a related treatment that has no page",
    apply: replaceIn(facialFile, "related: [blue-light", "related: [blue-lihgt"),
    expected: "'related' names 'blue-lihgt', which has no page. Did you mean 'blue-light'? Correct it or take it out.",
  },
];
