import { appendFileSync, cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What an owner, her editor or her computer does to a content folder, and what she then reads; null: it is accepted. */
export interface Edit {
  name: string;
  make: (folder: string) => void;
  sees: string | RegExp | null;
}

const change = (file: string, what: RegExp | string, by: string) => (folder: string) => {
  const path = join(folder, file);
  const before = readFileSync(path, "utf8");
  const after = before.replace(what, by);
  if (after === before) throw new Error(`${file} does not hold ${what}`);
  writeFileSync(path, after);
};
const put = (file: string, bytes: string | Uint8Array) => (folder: string) => writeFileSync(join(folder, file), bytes);
const rewrite = (file: string, make: (text: string) => string | Uint8Array) => (folder: string) =>
  writeFileSync(join(folder, file), make(readFileSync(join(folder, file), "utf8")));

const facial = "treatments/sea-clay-facial.md";

export const edits: Edit[] = [
  // What computers and editors leave behind.
  { name: "Finder's .DS_Store", make: put("treatments/.DS_Store", "x"), sees: null },
  { name: "a backup of an editor", make: put("treatments/sea-clay-facial.md~", "x"), sees: null },
  { name: "a lock of an office program", make: put(".~lock.studio.yaml#", "x"), sees: null },
  { name: "a thumbnail file of Windows", make: put("images/Thumbs.db", "x"), sees: null },
  { name: "line ends of Windows", make: rewrite(facial, (text) => text.replaceAll("\n", "\r\n")), sees: null },
  { name: "a byte order mark", make: rewrite(facial, (text) => `\ufeff${text}`), sees: null },
  { name: "a byte order mark in YAML", make: rewrite("studio.yaml", (text) => `\ufeff${text}`), sees: null },
  { name: "a blank first line", make: rewrite(facial, (text) => `\n${text}`), sees: null },
  { name: "spaces after the ---", make: change(facial, /^---\n/, "---  \n"), sees: null },
  { name: "no line end at the end", make: rewrite("studio.yaml", (text) => text.trimEnd()), sees: null },
  { name: "curly quotation marks", make: change("pages/home.yaml", /note: .*/, "note: “Tea” comes free"), sees: null },
  {
    name: "letters of any language",
    make: change("pages/home.yaml", /note: .*/, "note: Croeso i bawb, ŵyr a hen"),
    sees: null,
  },
  {
    name: "an old encoding (Latin-1)",
    make: rewrite("pages/home.yaml", (text) => Buffer.from(text.replace(/note: .*/, "note: Café"), "latin1")),
    sees: "a letter cannot be read: the file was saved in an old encoding. Save it as UTF-8.",
  },
  {
    name: "studio.yaml.txt",
    make: (folder) => renameSync(join(folder, "studio.yaml"), join(folder, "studio.yaml.txt")),
    sees: "is not a file of the site. Is it meant to be studio.yaml? Rename it.",
  },
  {
    name: "a file nobody asked for",
    make: put("notes about prices.docx", "x"),
    sees: "is not a file of the site. Move it elsewhere.",
  },

  // Fields.
  {
    name: "a field left empty",
    make: change(facial, /^duration:.*$/m, "duration:"),
    sees: "'duration' is empty. Write something there. For example: 60-90 min",
  },
  {
    name: "a field removed",
    make: change(facial, /^duration:.*\n/m, ""),
    sees: "'duration' is missing. Add a line such as: duration: 60-90 min",
  },
  {
    name: "a field misspelt",
    make: change(facial, /^summary:/m, "sumary:"),
    sees: "'sumary' is not a field here. Did you mean 'summary'? Correct the spelling.",
  },
  {
    name: "a field misspelt inside a record",
    make: change("treatments/collagen-needling.md", /^ {2}value:/m, "  vlaue:"),
    sees: "'duration.vlaue' is not a field here. Did you mean 'value'? Correct the spelling.",
  },
  {
    name: "a list emptied",
    make: change("results.yaml", /^results:[\s\S]*?(?=^illustrationsAccepted)/m, "results:\n"),
    sees: /^'results' is empty\. Write something there\./,
  },
  { name: "the paths emptied", make: rewrite("paths.yaml", () => "paths:\n"), sees: /^'paths' is empty\./ },
  {
    name: "a file emptied",
    make: rewrite("pages/about.yaml", () => ""),
    sees: "'title' is missing. Add a line such as: title: Treatments",
  },
  {
    name: "no for false",
    make: change("treatments/warm-stone-rest.md", "bookable: false", "bookable: no"),
    sees: null,
  },
  {
    name: "maybe for false",
    make: change("treatments/warm-stone-rest.md", "bookable: false", "bookable: maybe"),
    sees: /^'bookable' is 'maybe', which does not fit here\. For example: false/,
  },
  {
    name: "a date that is none",
    make: change("pages/home.yaml", /updated: .*/, "updated: yesterday"),
    sees: "'updated' is 'yesterday', which must be a day like 2026-11-15.",
  },
  {
    name: "a description that is too long",
    make: change("pages/home.yaml", /^description: .*/m, `description: ${"long ".repeat(40)}`),
    sees: "'description' has 199 characters; at most 155 fit. Take out 44.",
  },
  {
    name: "an email address that is none",
    make: change("studio.yaml", /hello@tideline\.test/, "hello at tideline"),
    sees: "'email' is 'hello at tideline', which must be an email address like hello@example.com.",
  },
  {
    name: "a phone number that is none",
    make: change("studio.yaml", /"?029 2018 0142"?/, "ask my sister"),
    sees: "'phone' is 'ask my sister', which must be a phone number like (555) 555-0142.",
  },
  {
    name: "closing before opening",
    make: change("studio.yaml", /opens: .*\n(\s+)closes: .*/, 'opens: "18:00"\n$1closes: "10:00"'),
    sees: /closes before it opens/,
  },
  {
    name: "a time that is none",
    make: change("studio.yaml", /opens: .*/, "opens: morning"),
    sees: /is 'morning', which must be a time like "10:00"/,
  },
  {
    name: "an address without https",
    make: change("studio.yaml", /https:\/\/www\.instagram\.com/, "www.instagram.com"),
    sees: /which must be a full address like https:/,
  },
  ...["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "http://www.instagram.com/x"].map(
    (address): Edit => ({
      name: `a profile that is at ${address}`,
      make: change("studio.yaml", /https:\/\/www\.instagram\.com\S*/, address),
      sees: "'social.url' must begin with https://.",
    }),
  ),

  // YAML.
  {
    name: "a colon in a sentence",
    make: change("pages/home.yaml", /note: .*/, "note: Remember: tea is free"),
    sees: "a colon followed by a space makes this look like two fields. Put the text in quotes:",
  },
  {
    name: "a # in a line",
    make: change("studio.yaml", /7 Kelpie Row/, "7 Kelpie Row, Unit #4"),
    sees: 'the text ends at the sign #: "4" would not be shown. Put all of it in quotes:',
  },
  {
    name: "a quotation mark not closed",
    make: change("pages/home.yaml", /note: .*/, 'note: "Tea is free'),
    sees: "a quotation mark is opened and not closed. Close it:",
  },
  {
    name: "a tab at the start of a line",
    make: change("pages/home.yaml", /^ {2}note:/m, "\tnote:"),
    sees: "the line begins with a tab. Use spaces there, as many as in the line above.",
  },
  {
    name: "a line that begins too far right",
    make: change("pages/home.yaml", /^ {2}note:/m, "     note:"),
    sees: /further left or right than its neighbours|cannot be understood|colon/,
  },
  {
    name: "a field written twice",
    make: change("pages/home.yaml", /^title: .*/m, "title: One\ntitle: Two"),
    sees: "'title' stands here twice. Keep one of the two.",
  },
  {
    name: "a bracket not closed",
    make: change("treatments/collagen-needling.md", "gates: [Q2]", "gates: [Q2"),
    sees: /a bracket is opened and not closed/,
  },

  // Prose.
  {
    name: "a section the page does not show",
    make: (folder) => appendFileSync(join(folder, facial), "\n## Prices\n\nFrom 60.\n"),
    sees: /^"Prices" is not a section of a treatment page\./,
  },
  {
    name: "a paragraph among the steps",
    make: change(facial, "## How It Works\n", "## How It Works\n\nIt takes an hour.\n"),
    sees: "only points of a list can be shown here. Begin the line with a hyphen and a space:",
  },
  {
    name: "text before the first heading",
    make: change(facial, /\n## What is/, "\nHello.\n\n## What is"),
    sees: "this stands before the first heading and would not be shown. Move it below one.",
  },
  {
    name: "bold and a link in a paragraph",
    make: change(facial, /(## What is [^\n]*\n\n)/, "$1**Read this** and [write to me](/contact) first. "),
    sees: null,
  },
  {
    name: "a list in a paragraph's place",
    make: change(facial, /\n## How It Works/, "\n- One point\n- Another\n\n## How It Works"),
    sees: null,
  },
  {
    name: "a link that leads nowhere",
    make: change(facial, /(## What is [^\n]*\n\n)/, "$1[Write](/contakt). "),
    sees: "a link leads to '/contakt', but there is no such page. Did you mean '/contact'? Correct the address.",
  },
  {
    name: "HTML",
    make: change(facial, /(## What is [^\n]*\n\n)/, "$1<b>Bold</b> words. "),
    sees: /^HTML cannot be shown here\./,
  },
  {
    name: "a quotation in the policy",
    make: (folder) => appendFileSync(join(folder, "pages/privacy.md"), "\n> As the law says.\n"),
    sees: /^a quotation that begins with > cannot be shown here\./,
  },
  {
    name: "points that begin with a dot",
    make: change(facial, "### Aftercare\n", "### Aftercare\n\n• One\n• Two\n"),
    sees: "points that begin with this sign run together. Begin each with a hyphen and a space:",
  },
  {
    name: "a step without a word in bold",
    make: change(facial, /- \*\*\w+\.\*\* /, "- "),
    sees: "a step begins with a word in bold, and then says what happens:",
  },
  {
    name: "bold in a place for plain words",
    make: change("pages/home.yaml", /note: .*/, "note: Tea is **free**"),
    sees: /holds signs for bold, a link or HTML/,
  },

  // What one file names in another.
  {
    name: "a menu link that leads nowhere",
    make: change("site.yaml", "to: /about", "to: /abuot"),
    sees: "a link leads to '/abuot', but there is no such page. Did you mean '/about'? Correct the address.",
  },
  {
    name: "a treatment taken out of its path",
    make: change("paths.yaml", / +- slug: blue-light\n.*\n/, ""),
    sees: "no path lists 'blue-light'. Add it, so that visitors can find the page.",
  },
  {
    name: "a treatment's file removed",
    make: (folder) => rmSync(join(folder, facial)),
    sees: /lists 'sea-clay-facial', but there is no/,
  },
  {
    name: "a treatment's file with a capital and a space",
    make: (folder) => cpSync(join(folder, facial), join(folder, "treatments/Sea Clay 2.md")),
    sees: "is not the name of a treatment's file. Rename it to sea-clay-2.md, or remove it.",
  },
  {
    name: "a picture beside another of its name",
    make: (folder) => cpSync(join(folder, "images/about.webp"), join(folder, "images/about.jpg")),
    sees: "stands beside images/about.jpg, and only one of the two can be shown. Remove one.",
  },
  {
    name: "a picture removed",
    make: (folder) => rmSync(join(folder, "images/about.webp")),
    sees: /^'picture' names the picture 'about', but .*images has none of that name\./,
  },
  {
    name: "a picture misspelt",
    make: change("pages/about.yaml", /^picture: .*/m, "picture: abuot"),
    sees: /Did you mean 'about'\?/,
  },
  {
    name: "a treatment's own picture misspelt",
    make: change("treatments/sea-clay-facial.md", /^path: .*/m, "$&\npicture: path-clam"),
    sees: /^'picture' names the picture 'path-clam', .* Did you mean 'path-calm'\?/,
  },
  {
    name: "a colour too light to read",
    make: change("paths.yaml", /ink: "#\w+"/, 'ink: "#c0c0c0"'),
    sees: /is #c0c0c0, too light to be read/,
  },
  {
    name: "a treatment that does not say what can go wrong",
    make: change(facial, /## What can go wrong[\s\S]*?(?=## Before)/, ""),
    sees: /^'body.risks' is missing\. Add a line such as: risks: a section ## What can go wrong/,
  },
  {
    name: "a related treatment that has no page",
    make: change(facial, "related: [blue-light", "related: [blue-lihgt"),
    sees: "'related' names 'blue-lihgt', which has no page. Did you mean 'blue-light'? Correct it or take it out.",
  },
];
