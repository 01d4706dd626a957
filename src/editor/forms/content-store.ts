import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Content } from "../../content/content.ts";
import type { Texts } from "../../content/content-folder.ts";
import { listContentFiles, listPictureFiles, logoFiles, socialCardFile } from "../../content/content-folder.ts";
import type { ContentProblem } from "../../content/content-problems.ts";
import { listPages } from "../../content/page-list.ts";
import { listAnchors } from "../../content/pages.ts";
import { plainText } from "../../content/schemas/prose.ts";
import { isPublic } from "../../settings/site-address.ts";
import { fieldsOf, kindOfFile, readValues } from "../formats/content-file.ts";
import { FileNotFound, readSourceFile, type SourceFile, versionOf } from "../formats/source-file.ts";
import { formatContentDay, keysOf, valueAt } from "../formats/values.ts";
import { listMenuEntries } from "../menu-entries.ts";
import type { Entry, Field, FieldPlace, Path, Problem } from "../vocabulary.ts";
import { type FieldChoices, noChoices } from "./describe-fields.ts";
import { labelOf, nearestField } from "./field-values.ts";
import {
  checkFolder,
  describeProblem,
  type Findings,
  newBlockingProblems,
  type ProblemPlace,
  parseFieldPath,
} from "./problems.ts";

export type ContentStore = ReturnType<typeof openContentStore>;

/** Gives access to the content folder: its files, their forms, the choices they offer and their problems. */
export function openContentStore(folder: string, siteUrl: string) {
  /** The last check without mistakes. Its content supplies the choices while the current one has one. */
  let lastValid: Extract<Findings, { content: Content }> | undefined;
  let checked: (Findings & { version: string; problems?: Problem[] }) | undefined;
  /** The folder as it was read in this tick, within which only our own saves can change it. */
  let current: ReturnType<typeof readFolder> | undefined;

  function now() {
    if (!current) {
      current = readFolder(folder);
      setImmediate(invalidate);
    }
    return current;
  }

  function invalidate() {
    current = undefined;
  }

  const files = () => [...now().sources.keys()];

  function read(file: string): SourceFile {
    const source = now().sources.get(file);
    if (!source) throw new FileNotFound(file);
    return source;
  }

  /** A text is asked for often in one tick. */
  function valuesOf(text: string) {
    const { parsed } = now();
    if (!parsed.has(text)) parsed.set(text, readValues(text));
    return parsed.get(text);
  }

  const values = (file: string) => valuesOf(read(file).text);

  /** Checks the folder again when a file or a picture has changed. */
  function findings() {
    const { version } = now();
    if (checked?.version !== version) checked = { version, ...checkFolder(folder) };
    if (checked.content) lastValid = checked;
    return checked;
  }

  function validFindings() {
    findings();
    return lastValid;
  }

  const validContent = () => validFindings()?.content;

  function currentCheck() {
    const check = findings();
    check.problems ??= describeAll(check);
    return { content: check.content, problems: check.problems };
  }

  /** Checks the folder as it would be with these texts. `blocking` are the problems for which it may not become so. */
  function checkChange(texts: Texts, file = "", paths: string[] = []) {
    const problems = describeAll(checkFolder(folder, texts), texts);
    return { problems, blocking: newBlockingProblems(currentCheck().problems, problems, file, paths) };
  }

  function describeAll({ content, found }: Findings, texts?: Texts): Problem[] {
    const launched = Boolean(content?.studio.launched) && isPublic(siteUrl);
    return found.map((problem) => describeProblem(problem, locate(problem, texts), launched));
  }

  /** Where a form shows what is said of a field, in the file as it is or as it would be with these texts. */
  function locate({ file, field: name = "" }: Pick<ContentProblem, "file" | "field">, texts?: Texts): ProblemPlace {
    const text = texts?.get(file) ?? now().sources.get(file)?.text;
    const inFile = text === undefined ? undefined : valuesOf(text);
    const { path, field } = nearestField(fields(file), parseFieldPath(name), inFile);
    return { place: placeIn(file, path, inFile), field, value: valueAt(inFile, keysOf(path)) };
  }

  /** How lists and messages name a field. */
  const placeIn = (file: string, path: Path, inFile: unknown): FieldPlace => ({
    file,
    title: placeOf(file).title,
    path,
    label: labelOf(fields(file), inFile, path),
  });

  function entries(): Entry[] {
    const listed = listMenuEntries(validContent() ?? { treatments: new Map(files().flatMap(treatmentIn)) });
    const missing = files().filter((file) => !listed.some((entry) => entry.files.includes(file)));
    const others = missing.map((file) => {
      const title = file.replace(/^.*\/|\..*$/g, "");
      return { id: file, title, group: ["Others"], address: null, files: [file] };
    });
    return [...listed, ...others];
  }

  /** What the menu shows of a treatment as long as the content has never been without a mistake. */
  function treatmentIn(file: string): [string, { name: string; path: string }][] {
    const slug = slugOf(file);
    const { name = slug, path = "" } = values(file) ?? {};
    return slug ? [[slug, { name: String(name), path: String(path) }]] : [];
  }

  const choices = () => choicesIn(validContent());

  const fieldsCache = new Map<string, { content: Content | undefined; fields: Field[] }>();

  function fields(file: string): Field[] {
    const kind = kindOfFile(file) ?? file;
    const content = validContent();
    const cached = fieldsCache.get(kind);
    if (cached && cached.content === content) return cached.fields;
    const described = fieldsOf(file, choices());
    fieldsCache.set(kind, { content, fields: described });
    return described;
  }

  /** What a form and the history say of a file. */
  function placeOf(file: string) {
    const { title = slugOf(file) ?? file, address = null } = entries().find(({ files }) => files.includes(file)) ?? {};
    return { file, title, address };
  }

  return {
    folder,
    siteUrl,
    files,
    read,
    /** What is on the disk at this moment, of a picture too; null when there is no such file. */
    bytesOf: (file: string) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file)) : null),
    /** Of all files and pictures together. */
    version: () => now().version,
    /** Makes the files be read again, after a write. */
    invalidate,
    values,
    currentCheck,
    checkChange,
    validContent,
    /** What is left before the launch, where the content has no mistake. */
    launchItems: () => validFindings()?.found ?? [],
    entries,
    placeOf,
    locate,
    fieldPlace: (file: string, path: Path) => placeIn(file, path, values(file)),
    /** The day in the studio's time zone. */
    dayOf: (at: Date) => formatContentDay(at, validContent()?.studio.timeZone ?? "UTC"),
    choices,
    fields,
  };
}

/** What a field may name, in the content as it is. */
function choicesIn(content: Content | undefined): FieldChoices {
  if (!content) return noChoices;
  const titles = new Map(listPages(content).map(({ path, title }) => [path, path === "/" ? "Home" : title]));
  const anchors = [...listAnchors(content.pages, content.paths)].flatMap(([path, found]) =>
    found.map(({ id, label }) => ({ value: `${path}#${id}`, label: `${titles.get(path)}, ${label}` })),
  );
  return {
    paths: content.paths.map(({ id, title }) => ({ value: id, label: title })),
    treatments: [...content.treatments].map(([slug, { name }]) => ({ value: slug, label: name })),
    questions: Object.entries(content.studio.gates).map(([id, { title = id }]) => ({ value: id, label: title })),
    rules: content.pages.treatment.before.rules.map(({ id, text }) => ({
      value: id,
      label: plainText(text).slice(0, 60),
    })),
    pages: [...[...titles].map(([value, label]) => ({ value, label })), ...anchors],
  };
}

const slugOf = (file: string) => /^treatments\/(.+)\.yaml$/.exec(file)?.[1];

function readFolder(folder: string) {
  const files = listContentFiles(folder).filter((file) => kindOfFile(file));
  const sources = new Map(files.map((file) => [file, readSourceFile(folder, file)]));
  const changedAt = (file: string) => statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs;
  const pictures = [...listPictureFiles(folder).values(), socialCardFile, ...logoFiles];
  const versions = [...sources].map(([file, { version }]) => [file, version]);
  const times = pictures.map((file) => [file, changedAt(file)]);
  const parsed = new Map<string, ReturnType<typeof readValues>>();
  return { sources, parsed, version: versionOf(Buffer.from([...versions, ...times].join())) };
}
