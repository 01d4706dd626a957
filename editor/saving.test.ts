import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { eachValue } from "./each-value.ts";
import type { Edit } from "./shapes.ts";
import { tryEditor } from "./tried-editor.ts";

const opened: ReturnType<typeof tryEditor>[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
function begin(...args: Parameters<typeof tryEditor>) {
  const tried = tryEditor(...args);
  opened.push(tried);
  return tried;
}

const home = "pages/home.yaml";
const set = (path: string, value: unknown): Edit => ({ do: "set", path, value });

test("a save changes its line and no other, and says in her words what it was", () => {
  const { save, read } = begin();
  const before = read(home).split("\n");
  const answer = save(home, [set("hero/button", "Come: and see")]);
  const after = read(home).split("\n");
  expect(after.filter((line, at) => line !== before[at])).toEqual(['  button: "Come: and see"']);
  expect(answer).toMatchObject({ saved: { change: { title: "Home", label: "Hero, Button", after: "Come: and see" } } });
});

test("words that stood before bring back the file as it stood, with its quotes and notes", () => {
  const tried = begin();
  tried.change(home, "    - question:", "    # Asked by nearly everybody.\n    - question:");
  const before = tried.bytes();
  const { questions } = tried.editor.saving.form(home).values as { questions: { items: unknown[] } };
  const list = "questions/items";
  tried.save(home, [{ do: "take", path: list, at: 0 }]);
  expect(tried.read(home)).not.toContain("Asked by nearly everybody");
  tried.save(home, [{ do: "add", path: list, at: 0, value: questions.items[0] }]);
  tried.save("studio.yaml", [set("shortName", "Tide: line")]);
  tried.save("studio.yaml", [set("shortName", "Tideline")]);
  expect(tried.bytes()).toEqual(before);
});

test("a treatment that no path lists any more is not taken out of the last one", () => {
  const { save } = begin();
  const answer = save("paths.yaml", [{ do: "take", path: "paths/0/treatments", at: 0 }]);
  expect(answer).toMatchObject({ kept: { problems: [{ file: "paths.yaml", path: "paths" }] } });
});

test("every text of a page saved as something else and back leaves the folder byte for byte", () => {
  const tried = begin();
  const before = tried.bytes();
  const { fields, values } = tried.editor.saving.form(home);
  for (const { path, field, value } of eachValue(fields, values)) {
    if (field.kind !== "text" || typeof value !== "string" || field.min) continue;
    const other = `${value.slice(0, 6)}: a # b`;
    expect(tried.save(home, [set(path, other)]), path).toHaveProperty("saved.change");
    expect(tried.save(home, [set(path, value)]), path).toHaveProperty("saved.change");
  }
  expect(tried.bytes()).toEqual(before);
});

test("line ends of Windows and the mark of an encoding stay", () => {
  const tried = begin();
  const windows = `\ufeff${tried.read(home).replaceAll("\n", "\r\n")}`;
  tried.write(home, windows);
  tried.save(home, [set("hero/button", "Come in")]);
  expect(tried.read(home)).toBe(windows.replace(/ {2}button: .*\r\n {2}note/, "  button: Come in\r\n  note"));
});

test("what may not stand is kept as a draft that survives, and the file keeps its words", async () => {
  const tried = begin();
  const before = tried.read(home);
  const answer = tried.save(home, [set("hero/note", "x".repeat(72))]);
  expect(answer).toMatchObject({
    kept: { problems: [{ path: "hero/note", words: "12 too many. The page has room for 60.", stops: true }] },
  });
  expect(tried.read(home)).toBe(before);
  await tried.again();
  expect(tried.editor.saving.form(home).drafts).toMatchObject([
    { path: "hero/note", edits: [{ value: "x".repeat(72) }], problems: [{ path: "hero/note" }] },
  ]);
  expect(statSync(join(tried.root, "kept/drafts.json")).mode & 0o777).toBe(0o600);
  expect((await tried.editor.site()).mend).toMatchObject([{ file: home, path: "hero/note" }]);
  tried.save(home, [set("hero/note", "Short enough")]);
  expect(tried.editor.saving.form(home).drafts).toEqual([]);
});

test.each([
  [home, set("hero/text", "This cures everything."), /^“cures” may not stand here\..* Say what you do/],
  [home, set("hero/note", ""), "This cannot be empty. For example: 30 minutes, no charge, no pressure."],
  ["studio.yaml", set("hours/0/closes", "08:00"), "Closes before it opens."],
  ["studio.yaml", set("email", "nobody"), /^It must be an email address|^This is not an email address/],
  ["site.yaml", set("navigation/1/to", "/abuot"), "No page answers at /abuot. Did you mean /about?"],
  [
    "images/images.yaml",
    set("hero/alt", ""),
    "This picture has no words yet. Say in one sentence what is seen, for people who cannot see it.",
  ],
  ["treatments/blue-light.md", set("body/whatIs/blocks", "A `code` word."), /cannot be shown here/],
  ["treatments/blue-light.md", set("body/whatIs/heading", "Blue light"), /cannot be written here/],
  ["treatments/blue-light.md", { do: "take", path: "body/steps", at: 0 } as Edit, "1 too few. It needs at least 3."],
])("%s: what is wrong stands at its field", (file, edit, words) => {
  const { editor, version } = begin();
  const problems = editor.saving.check({ file, version: version(file), edits: [edit] });
  expect(problems).toMatchObject([{ file, stops: true }]);
  expect(problems[0]?.path).toContain(edit.path.split("/")[0]);
  expect(problems[0]?.words).toMatch(words);
});

test("a North American number that lacks a digit is told from a whole one", () => {
  const { editor, save, version } = begin();
  save("studio.yaml", [set("phone", "(780) 555-0142"), set("phoneE164", "+17805550142")]);
  const problems = editor.saving.check({
    file: "studio.yaml",
    version: version("studio.yaml"),
    edits: [set("phone", "(780) 555-014")],
  });
  expect(problems[0]?.words).toBe(
    "Nine digits, and a number needs ten. Is the last one missing? Until then the Call buttons keep your old one.",
  );
});

test("two windows that change different fields of one file both get their way", () => {
  const { editor, version, read } = begin();
  const seen = version(home);
  expect(editor.save({ file: home, version: seen, edits: [set("hero/button", "First window")] })).toHaveProperty(
    "saved",
  );
  expect(editor.save({ file: home, version: seen, edits: [set("hero/note", "Second window")] })).toHaveProperty(
    "saved",
  );
  expect(read(home)).toContain("button: First window");
  expect(read(home)).toContain("note: Second window");
});

test("where both changed, nothing is overwritten and both sides are shown", () => {
  const tried = begin();
  const seen = tried.version(home);
  tried.change(home, /button: .*/.exec(tried.read(home))?.[0] ?? "", "button: Theirs");
  tried.change(home, /note: .*/.exec(tried.read(home))?.[0] ?? "", "note: Also theirs");
  const now = tried.read(home);
  const answer = tried.editor.save({
    file: home,
    version: seen,
    edits: [set("hero/button", "Mine"), set("close/button", "Only mine")],
  });
  expect(tried.read(home)).toBe(now);
  expect(answer).toMatchObject({
    conflict: {
      both: [{ path: "hero/button", mine: "Mine", theirs: "Theirs" }],
      theirs: [{ path: "hero/note", words: "Also theirs" }],
      mine: [{ path: "close/button" }],
    },
  });
  if (!("conflict" in answer)) return;
  const { version, mine, both } = answer.conflict;
  tried.editor.save({
    file: home,
    version,
    edits: [...mine, ...(both[0]?.edits ?? [])],
    left: [{ label: "Hero, Button", words: "Theirs" }],
  });
  expect(tried.read(home)).toContain("button: Mine");
  expect(tried.read(home)).toContain("note: Also theirs");
  expect(tried.editor.history.list().changes[0]?.left).toEqual([{ label: "Hero, Button", words: "Theirs" }]);
});

test("a window that was open before a restart still finds its version", async () => {
  const tried = begin();
  const seen = tried.version(home);
  await tried.editor.close();
  tried.change(home, /note: .*/.exec(tried.read(home))?.[0] ?? "", "note: Theirs");
  await tried.again();
  expect(tried.editor.save({ file: home, version: seen, edits: [set("hero/button", "Mine")] })).toHaveProperty("saved");
  expect(tried.read(home)).toContain("note: Theirs");
});

test("an edit of a version nobody remembers is asked about, not made", () => {
  const tried = begin();
  const answer = tried.editor.save({ file: home, version: "0123456789abcdef", edits: [set("hero/note", "Mine")] });
  expect(answer).toHaveProperty("conflict.both.0.path", "hero/note");
});

test("a guess that is changed is settled, and one tap settles it as it is", () => {
  const tried = begin();
  tried.change("treatments/blue-light.md", "downtime: None", "downtime:\n  value: None\n  source: proposed");
  tried.change(
    "treatments/blue-light.md",
    "comfort: Painless and faintly warm",
    "comfort:\n  value: Warm\n  source: proposed",
  );
  tried.save("treatments/blue-light.md", [set("downtime", "An hour")]);
  expect(tried.read("treatments/blue-light.md")).toContain("downtime:\n  value: An hour\ncomfort:");
  const answer = tried.save("treatments/blue-light.md", [{ do: "settle", path: "comfort" }]);
  expect(tried.read("treatments/blue-light.md")).toContain("comfort:\n  value: Warm\nplan:");
  expect(answer).toMatchObject({ saved: { change: { words: "Comfort Level settled" } } });
});

test("one of three is exchanged for another in its place", () => {
  const tried = begin();
  tried.save("treatments/blue-light.md", [{ do: "choose", path: "", from: "plan", to: "frequency", value: "Monthly" }]);
  expect(tried.read("treatments/blue-light.md")).toMatch(/warm\nfrequency: Monthly\n\nrelated/);
});
