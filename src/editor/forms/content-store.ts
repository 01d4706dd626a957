import { statSync } from "node:fs";
import { join } from "node:path";
import type { Content } from "../../content/content.ts";
import type { Texts } from "../../content/content-folder.ts";
import { listContentFiles, listPictureFiles, logoFiles, socialCardFile } from "../../content/content-folder.ts";
import { listPages } from "../../content/page-list.ts";
import { listAnchors } from "../../content/pages.ts";
import { plainText } from "../../content/schemas/prose.ts";
import type { Choice, Entry, Field } from "../api/api-types.ts";
import { fieldsOf, kindOfFile, readValues } from "../formats/content-file.ts";
import { readSourceFile, type SourceFile, versionOf } from "../formats/source-file.ts";
import { listMenuEntries } from "../menu-entries.ts";
import type { FieldChoices } from "./describe-fields.ts";
import { type ContentCheck, createContentChecker, type FileContext, newBlockingProblems } from "./problems.ts";

export type ContentStore = ReturnType<typeof openContentStore>;

/** Gives access to the content folder: its files, their forms, the choices they offer and their problems. */
export function openContentStore(folder: string, siteUrl: string) {
  const checkContent = createContentChecker(folder, siteUrl, describeFile);
  /** The last content without mistakes. It supplies the choices while the current content has one. */
  let lastValidContent: Content | undefined;
  let cachedCheck: { version: string; check: ContentCheck } | undefined;
  /** What was read in this tick. Nothing is read again within it, since only our own saves can change a file then. */
  let tick: { files?: string[]; sources: Map<string, SourceFile>; version?: string; check?: ContentCheck } | undefined;

  function thisTick() {
    if (!tick) {
      tick = { sources: new Map() };
      setImmediate(invalidate);
    }
    return tick;
  }

  function invalidate() {
    tick = undefined;
  }

  function files(): string[] {
    const now = thisTick();
    now.files ??= listContentFiles(folder).filter((file) => kindOfFile(file));
    return now.files;
  }

  function read(file: string): SourceFile {
    const { sources } = thisTick();
    const source = sources.get(file) ?? readSourceFile(folder, file);
    sources.set(file, source);
    return source;
  }

  /** The version of all files and pictures together. */
  function version(): string {
    const now = thisTick();
    if (now.version) return now.version;
    const changedAt = (file: string) => statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs;
    const pictures = [...listPictureFiles(folder).values(), socialCardFile, ...logoFiles].map((file) => [
      file,
      changedAt(file),
    ]);
    now.version = versionOf(Buffer.from([...files().map((file) => [file, read(file).version]), ...pictures].join()));
    return now.version;
  }

  /** Checks the folder again when a file or a picture has changed. */
  function currentCheck(): ContentCheck {
    const now = thisTick();
    if (now.check) return now.check;
    if (cachedCheck?.version !== version()) cachedCheck = { version: version(), check: checkContent() };
    lastValidContent = cachedCheck.check.content ?? lastValidContent;
    now.check = cachedCheck.check;
    return now.check;
  }

  /** Checks the folder as it would be with these texts. `blocking` are the problems for which it may not become so. */
  function checkChange(texts: Texts, file = "", paths: string[] = []) {
    const { problems } = checkContent(texts);
    return { problems, blocking: newBlockingProblems(currentCheck().problems, problems, file, paths) };
  }

  const validContent = () => currentCheck().content ?? lastValidContent;

  function entries(): Entry[] {
    const listed = listMenuEntries(validContent() ?? { treatments: new Map(treatmentNamesFromFiles()) });
    const missing = files().filter((file) => !listed.some((entry) => entry.files.includes(file)));
    const others = missing.map((file) => {
      const title = file.replace(/^.*\/|\..*$/g, "");
      return { id: file, title, group: ["Others"], address: null, files: [file] };
    });
    return [...listed, ...others];
  }

  function* treatmentNamesFromFiles(): Generator<[string, { name: string; path: string }]> {
    for (const file of files()) {
      const slug = /^treatments\/(.+)\.yaml$/.exec(file)?.[1];
      if (slug) yield [slug, { name: titleOf(file), path: String(values(file)?.path ?? "") }];
    }
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
    if (cached?.content === content && cached) return cached.fields;
    const described = fieldsOf(file, choices());
    fieldsCache.set(kind, { content, fields: described });
    return described;
  }

  const values = (file: string) => readValues(read(file).text);

  function describeFile(file: string, texts: Texts): FileContext | undefined {
    const given = texts.get(file);
    if (!kindOfFile(file) || (given === undefined && !files().includes(file))) return undefined;
    // The check calls this before it has finished, so the fields may hold the choices of the previous check.
    const noChoices = { paths: [], treatments: [], questions: [], rules: [], pages: [] };
    const form = fieldsCache.get(kindOfFile(file) ?? file)?.fields ?? fieldsOf(file, noChoices);
    return { title: titleOf(file), fields: form, values: readValues(given ?? read(file).text) ?? {} };
  }

  function titleOf(file: string): string {
    const slug = /^treatments\/(.+)\.yaml$/.exec(file)?.[1];
    if (slug) return String((files().includes(file) && values(file)?.name) || slug);
    return listMenuEntries({ treatments: new Map() }).find((entry) => entry.files.includes(file))?.title ?? file;
  }

  return {
    folder,
    siteUrl,
    files,
    read,
    version,
    /** Makes the files be read again, after a write. */
    invalidate,
    values,
    currentCheck,
    checkContent,
    checkChange,
    validContent,
    entries,
    titleOf,
    /** What a form and the history say of a file. */
    placeOf(file: string) {
      const entry = entries().find(({ files }) => files.includes(file));
      return { file, title: titleOf(file), address: entry?.address ?? null };
    },
    choices,
    fields,
  };
}
