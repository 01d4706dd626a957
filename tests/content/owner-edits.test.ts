import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ContentError } from "../../src/content/content-problems.ts";
import { isPredicate } from "../../src/content/problem-sentences.ts";
import { readContent } from "../../src/content/read-content.ts";
import { temporaryFolder } from "../kit/temporary-folder.ts";

/** A change to a content folder by an owner, her editor or her computer. */
type Edit = (folder: string) => void;

const rewrite = (file: string, change: (text: string) => string | Uint8Array) => (folder: string) =>
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), "utf8")));
const replace = (file: string, pattern: RegExp | string, replacement: string) =>
  rewrite(file, (before) => {
    const after = before.replace(pattern, replacement);
    if (after === before) throw new Error(`${file} does not hold ${pattern}`);
    return after;
  });
const write = (file: string, text: string) => (folder: string) => writeFileSync(join(folder, file), text);
const append = (file: string, text: string) => (folder: string) => appendFileSync(join(folder, file), text);
const copy = (from: string, to: string) => (folder: string) => cpSync(join(folder, from), join(folder, to));
const remove = (file: string) => (folder: string) => rmSync(join(folder, file));

const home = "pages/home.yaml";
const about = "pages/about.yaml";
const facial = "treatments/sea-clay-facial.yaml";
const light = "treatments/blue-light.yaml";
const needling = "treatments/collagen-needling.yaml";
const note = (text: string) => replace(home, /note: .*/, `note: ${text}`);
const shortName = (text: string) => replace("studio.yaml", /^shortName: .*/m, `shortName: ${text}`);
const menuLink = (to: string) => replace("site.yaml", "to: /about", `to: "${to}"`);
const opening = (text: string) => replace(facial, / {4}text: \|-\n {6}/, `$&${text} `);
const notice = (...lines: string[]) =>
  append("studio.yaml", ["notice:", "text: Away", "until: 2027-01-02", ...lines].join("\n  "));

const edits: Record<string, Edit | Edit[]> = {
  // Files and marks that computers and editors leave behind.
  "files that systems, editors and office programs make": [
    write("treatments/.DS_Store", "x"),
    write("images/Thumbs.db", "x"),
    write(`${facial}~`, "x"),
    write(".~lock.studio.yaml#", "x"),
  ],
  "line ends of Windows": rewrite(facial, (text) => text.replaceAll("\n", "\r\n")),
  "a byte order mark": rewrite("studio.yaml", (text) => `\ufeff${text}`),
  "an old encoding (Latin-1)": rewrite(home, (text) => Buffer.from(text.replace(/note: .*/, "note: Café"), "latin1")),
  "studio.yaml.txt": [copy("studio.yaml", "studio.yaml.txt"), remove("studio.yaml")],
  "treatments of an earlier version, which were Markdown": [
    copy(facial, "treatments/sea-clay-facial.md"),
    copy(light, "treatments/blue-light.md"),
    remove(facial),
    remove(light),
  ],
  "a file nobody asked for": write("notes about prices.docx", "x"),
  "a file removed": remove(home),

  // Fields.
  "a field removed": replace(facial, /^duration:.*\n/m, ""),
  "a field misspelt inside a record": replace(needling, /^ {2}value:/m, "  vlaue:"),
  "a list emptied": replace("results.yaml", /^results:[\s\S]*?(?=^illustrationsAccepted)/m, "results:\n"),
  "a file emptied": rewrite(about, () => ""),
  "yes for true": replace("treatments/warm-stone-rest.yaml", "notOffered: true", "notOffered: yes"),
  "maybe for true": replace("treatments/warm-stone-rest.yaml", "notOffered: true", "notOffered: maybe"),
  "a date that is none": replace(home, /updated: .*/, "updated: yesterday"),
  "a description that is too long": replace(home, /^description: .*/m, `description: ${"long ".repeat(40)}end`),
  "an email address that is none": replace("studio.yaml", "hello@tideline.test", "hello at tideline"),
  "a phone number that is none": replace("studio.yaml", "029 2018 0142", "ask my sister"),
  "a phone number of an unknown country": replace("studio.yaml", "country: GB", "country: XX"),
  "a North American number": replace("studio.yaml", "029 2018 0142", "+1 780 555 0142"),
  "a North American number with a digit too few": replace("studio.yaml", "029 2018 0142", "+1 780 555 014"),
  "closing before opening": replace("studio.yaml", /opens: .*\n(\s+)closes: .*/, 'opens: "18:00"\n$1closes: "10:00"'),
  "a time that is none": replace("studio.yaml", /opens: .*/, "opens: morning"),
  "a time zone that is none": replace("studio.yaml", "Europe/London", "Cardiff"),
  "a price that is a number": replace("treatments/collagen-needling.yaml", "priceFrom: £120", "priceFrom: 120"),
  "a price range in words": replace("studio.yaml", "££", "cheap"),
  "a language that is not English": replace("studio.yaml", "language: en-GB", "language: Welsh"),
  "a colour by its name": replace("studio.yaml", 'accent: "#2fa39a"', "accent: teal"),
  "an accent too light to be seen": replace("studio.yaml", 'accent: "#2fa39a"', 'accent: "#cccccc"'),
  "an accent too dark to be seen at night": replace("studio.yaml", 'accent: "#2fa39a"', 'accent: "#1a2b4c"'),
  "a logo that is not there": replace("studio.yaml", "\ntagline:", "\nlogo: logo.svg\ntagline:"),
  "a colour too light to read": replace("paths.yaml", /ink: "#\w+"/, 'ink: "#666666"'),
  "an address without https": replace("studio.yaml", "https://www.instagram.com", "www.instagram.com"),
  "a profile at an address that is none of a page": replace("studio.yaml", "https://www.instagram.com", "javascript:x"),
  "answers about suitability that are missing, unknown or without a reason": [
    replace(light, / {2}pregnant: .*\n/, ""),
    replace(light, /breastfeeding: .*/, "breastfeeding: { answer: Perhaps, reason: Who knows }"),
    replace(light, /implants: .*/, "implants: { answer: Yes }"),
  ],
  "three facts of which a page may have one": replace(facial, /^duration:/m, "timeline: Later\nplan: Often\nduration:"),

  // A notice.
  "a notice at other hours": notice("hours: other hours", 'opens: "11:00"', 'closes: "15:00"'),
  "a notice without words": append("studio.yaml", "notice: { hours: other hours }"),
  "a notice without its last day": append("studio.yaml", "notice: { text: Away }"),
  "a notice that begins after its last day": notice("from: 2027-01-03"),
  "other hours without an opening": notice("hours: other hours"),
  "other hours without an end": notice("hours: other hours", 'opens: "11:00"'),
  "other hours that end before they begin": notice("hours: other hours", 'opens: "15:00"', 'closes: "11:00"'),

  // YAML.
  "a colon in a sentence": note("Remember: tea is free"),
  "a # in a line": replace("studio.yaml", "7 Kelpie Row", "7 Kelpie Row, Unit #4"),
  "a quotation mark not closed": note('"Tea is free'),
  "a tab at the start of a line": replace(home, /^ {2}note:/m, "\tnote:"),
  "a word between asterisks": shortName("*Tideline*"),
  "a text that begins with an exclamation mark": shortName("!Tideline now"),
  "a line that begins too far right": replace(home, /^ {2}note:/m, "     note:"),
  "a field written twice": replace(home, /^title: .*/m, "title: One\ntitle: Two"),
  "a bracket not closed": replace(needling, "gates: [ Q2 ]", "gates: [ Q2"),

  // Running text.
  "a section the page does not show": append(facial, "  prices:\n    - From 60\n"),
  "too few steps": replace(light, /( {2}steps:\n(?: {4}.*\n){2})(?: {4}.*\n)+/, "$1"),
  "a link inside bold words, which the page would lose": opening("**[Ask](/contact) me**"),
  "a list in a paragraph's place": replace(facial, /( {2}aftercare: ).*/, "$1|-\n      - One point\n      - Another"),
  "a list in the place of a line": replace(facial, /^( {6}text: ).*/m, '$1"- One point"'),
  "a link that leads nowhere": opening("[Write](/contakt)."),
  HTML: opening("<b>Bold</b> words."),
  "a quotation in the policy": replace("pages/privacy.yaml", "text: You asked", 'text: "> You asked"\n    # '),
  "points that begin with a dot": replace(facial, /( {2}aftercare: ).*/, "$1|-\n      • One\n      • Two"),
  "a paragraph that begins too far left": replace(facial, /\n\n {6}(?=\w)/, "\n\n    "),
  "bold in a place for plain words": note("Tea is **free**"),
  "what is usual in two places": replace(light, /^ {4}rare:\n/m, "    usual:\n      - Once more\n$&"),
  "what is usual in no place": replace(facial, /^recovery:\n(?: .*\n)+/m, ""),
  "days in the wrong order": replace(facial, "holds: 0, gone: 0", "holds: 3, gone: 1"),
  "one day of two": replace(facial, "holds: 0, gone: 0", "gone: 1"),
  "a day that is no number": replace(facial, "gone: 0", "gone: soon"),
  "a day that is too late": replace(facial, "gone: 0", "gone: 1000"),
  "a treatment that does not say what can go wrong": replace(facial, /^ {2}risks:\n(?: {4}.*\n)+/m, ""),
  "lists of who should not book left out": replace(light, /^ {4}(notDone|askDoctor|tellMe):\n(?: {6}.*\n)+/gm, ""),

  // References from one file to another.
  "a menu link that leads nowhere": menuLink("/abuot"),
  "a menu link to a place that is not there": menuLink("/treatments#claer"),
  "a menu link to a telephone": menuLink("tel:+440292018"),
  "a menu link to a script": menuLink("javascript:alert(1)"),
  "a menu link without its slash": menuLink("about"),
  "an optional page left out, to which a link leads": remove("pages/results.yaml"),
  "an optional page left out with its link": [
    remove("pages/results.yaml"),
    replace("site.yaml", /^ +- label: .*\n +to: \/results\n/m, ""),
  ],
  "a treatment added without a line": copy("treatments/lactic-peel.yaml", "treatments/lactic-peels.yaml"),
  "a treatment's file removed": remove(facial),
  "a treatment's file with a capital and a space": copy(facial, "treatments/Sea Clay 2.yaml"),
  "a treatment misspelt in its path": replace("paths.yaml", "slug: blue-light", "slug: blue-lihgt"),
  "a treatment listed twice": replace("paths.yaml", / +- slug: blue-light\n.*\n/, "$&$&"),
  "two paths with one id": replace("paths.yaml", "id: calm", "id: clear"),
  "a path misspelt in four files": [
    replace(light, /^path: .*$/m, "path: clearer"),
    replace("testimonials.yaml", "path: calm", "path: clearer"),
    replace("results.yaml", "path: renew", "path: clearer"),
    replace(about, "path: clear", "path: clearer"),
  ],
  "a related treatment that is the page itself": replace(facial, "related: [ blue-light", "related: [sea-clay-facial"),
  "questions that do not exist": [
    replace(needling, "gates: [ Q2 ]", "gates: [Q9]"),
    replace("results.yaml", "for: [ blue-light ]", "gates: [Q8]"),
    replace("paths.yaml", "- name: Harbour Foot Soak", "$&\n        gates: [Q7]"),
    append("claims.yaml", "untilAnswered:\n  - { say: lower prices, question: Q99 }\n"),
  ],
  "a shared rule misspelt": replace("treatments/warm-stone-rest.yaml", "rules: [ tan", "rules: [tann"),
  "pictures misspelt in every file": [
    replace(home, "picture: hero", "picture: abuot"),
    replace(about, "picture: about", "picture: abuot\nportrait: { picture: abuot, caption: Me }"),
    replace("pages/contact.yaml", "picture: contact", "picture: abuot"),
    replace("paths.yaml", "picture: path-calm", "picture: path-clam"),
    replace(light, /^path: .*/m, "$&\npicture: abuot"),
    replace("results.yaml", "before: result-1-before\n      after: result-1-after", "before: abuot\n      after: none"),
    replace("images/images.yaml", "phone: hero-portrait", "phone: hero-potrait"),
  ],
  "a picture beside another of its name": copy("images/about.webp", "images/about.jpg"),
  "a picture removed": remove("images/about.webp"),
  "a picture without words": replace("images/images.yaml", /^contact:\n.*\n/m, ""),
};

test("the owner reads what to do after each edit", async () => {
  const read = Object.entries(edits).map(([name, edit]) => `${name}:${messagesAfter([edit].flat())}\n`);
  await expect(read.join("\n")).toMatchFileSnapshot("snapshots/owner-edits.txt");
});

/** What she reads in a terminal, and the field where the editor says it if the message does not begin with that. */
function messagesAfter(changes: Edit[]): string {
  const folder = temporaryFolder();
  cpSync("tests/example-studio", folder, { recursive: true });
  for (const change of changes) change(folder);
  try {
    readContent(folder);
    return " accepted";
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const fields = error.problems.map(({ field, code }) => !isPredicate(code) && field);
    const [, ...problems] = error.message.replaceAll(folder, "content").trimEnd().split("\n\n");
    return problems.map((text, at) => `\n${text}${fields[at] ? `\n    at ${fields[at]}` : ""}`).join("");
  }
}
