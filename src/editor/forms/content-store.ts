import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Content } from "../../content/content.ts";
import type { Texts } from "../../content/content-folder.ts";
import { listContentFiles, listPictureFiles, logoFiles, socialCardFile } from "../../content/content-folder.ts";
import { listPages } from "../../content/page-list.ts";
import { listAnchors } from "../../content/pages.ts";
import { plainText } from "../../content/schemas/prose.ts";
import { fieldsOf, kindOfFile, readValues } from "../formats/content-file.ts";
import { FileNotFound, readSourceFile, type SourceFile, versionOf } from "../formats/source-file.ts";
import { formatContentDay } from "../formats/values.ts";
import { listMenuEntries } from "../menu-entries.ts";
import type { Choice, Entry, Field, Path } from "../vocabulary.ts";
import type { FieldChoices } from "./describe-fields.ts";
import { labelOf } from "./field-values.ts";
import { type ContentCheck, createContentChecker, type FileContext, newBlockingProblems } from "./problems.ts";

export type ContentStore = ReturnType<typeof openContentStore>;

/** Gives access to the content folder: its files, their forms, the choices they offer and their problems. */
export function openContentStore(folder: string, siteUrl: string) {
  const checkContent = createContentChecker(folder, siteUrl, describeFile);
  /** The last content without mistakes. It supplies the choices while the current content has one. */
  let lastValidContent: Content | undefined;
  let checked: { version: string; check: ContentCheck } | undefined;
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

  /** Checks the folder again when a file or a picture has changed. */
  function currentCheck(): ContentCheck {
    const { version } = now();
    if (checked?.version !== version) checked = { version, check: checkContent() };
    lastValidContent = checked.check.content ?? lastValidContent;
    return checked.check;
  }

  /** Checks the folder as it would be with these texts. `blocking` are the problems for which it may not become so. */
  function checkChange(texts: Texts, file = "", paths: string[] = []) {
    const { problems } = checkContent(texts);
    return { problems, blocking: newBlockingProblems(currentCheck().problems, problems, file, paths) };
  }

  const validContent = () => currentCheck().content ?? lastValidContent;

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
    return slug ? [[slug, { name: titleOf(file), path: String(values(file)?.path ?? "") }]] : [];
  }

  function choices(): FieldChoices {
    const content = validContent();
    const titles = new Map(
      (content ? listPages(content) : []).map(({ path, title }) => [path, path === "/" ? "Home" : title]),
    );
    const anchors = content ? listAnchors(content.pages, content.paths) : [];
    const pagesAndAnchors: Choice[] = [
      ...[...titles].map(([value, label]) => ({ value, label })),
      ...[...anchors].flatMap(([path, found]) =>
        found.map(({ id, label }) => ({ value: `${path}#${id}`, label: `${titles.get(path)}, ${label}` })),
      ),
    ];
    return {
      paths: (content?.paths ?? []).map(({ id, title: label }) => ({ value: id, label })),
      treatments: [...(content?.treatments ?? [])].map(([slug, { name }]) => ({ value: slug, label: name })),
      questions: Object.entries(content?.studio.gates ?? {}).map(([id, { title = id }]) => ({
        value: id,
        label: title,
      })),
      rules: (content?.pages.treatment.before.rules ?? []).map(({ id, text }) => ({
        value: id,
        label: plainText(text).slice(0, 60),
      })),
      pages: pagesAndAnchors,
    };
  }

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

  const values = (file: string) => readValues(read(file).text);

  function describeFile(file: string, texts: Texts): FileContext | undefined {
    const given = texts.get(file);
    if (!kindOfFile(file) || (given === undefined && !now().sources.has(file))) return undefined;
    // The check calls this before it has finished, so the fields may hold the choices of the previous check.
    const noChoices = { paths: [], treatments: [], questions: [], rules: [], pages: [] };
    const form = fieldsCache.get(kindOfFile(file) ?? file)?.fields ?? fieldsOf(file, noChoices);
    return { title: titleOf(file), fields: form, values: readValues(given ?? read(file).text) ?? {} };
  }

  function titleOf(file: string): string {
    const slug = slugOf(file);
    if (slug) return String((now().sources.has(file) && values(file)?.name) || slug);
    return listMenuEntries({ treatments: new Map() }).find((entry) => entry.files.includes(file))?.title ?? file;
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
    entries,
    titleOf,
    /** What a form and the history say of a file. */
    placeOf(file: string) {
      const entry = entries().find(({ files }) => files.includes(file));
      return { file, title: titleOf(file), address: entry?.address ?? null };
    },
    /** How lists and messages name a field. */
    fieldPlace: (file: string, path: Path) => ({
      file,
      title: titleOf(file),
      path,
      label: labelOf(fields(file), values(file), path),
    }),
    /** The day in the studio's time zone. */
    dayOf: (at: Date) => formatContentDay(at, validContent()?.studio.timeZone ?? "UTC"),
    choices,
    fields,
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
  return { sources, version: versionOf(Buffer.from([...versions, ...times].join())) };
}
