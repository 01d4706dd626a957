import type { Content } from "../studio/files.ts";
import { listContent, listPictures } from "../studio/folder.ts";
import { type FormEntry, listEntries } from "../studio/form-entries.ts";
import { listPages } from "../studio/page-list.ts";
import { listAnchors } from "../studio/pages.ts";
import { fieldsOf, kindOfFile, readValues } from "./content-file.ts";
import type { Named } from "./describe-fields.ts";
import { createJudge, type Judgement, type KnownFile } from "./problems.ts";
import type { Choice, Field } from "./shapes.ts";
import { asSource, readSourceFile, type SourceFile } from "./source-file.ts";
import { isRecord } from "./values.ts";

export type ContentRoom = ReturnType<typeof openContentRoom>;

/** The content folder as the editor sees it: files with their forms, what they may name, and what is wrong with them. */
export function openContentRoom(folder: string, siteUrl: string) {
  const judge = createJudge(folder, siteUrl, look);
  /** Of the last moment at which nothing was wrong: what may be named, while something is. */
  let good: Content | undefined;
  let standing: { stamp: string; judgement: Judgement } | undefined;
  /** Within one turn nothing changes but by our own hand. */
  let looked = false;
  /** Texts by version, so that an edit of an older one can be told from a change elsewhere. */
  const seen = new Map<string, string>();

  const files = () => listContent(folder).filter((file) => kindOfFile(file));

  function read(file: string): SourceFile {
    const source = readSourceFile(folder, file);
    seen.delete(source.version);
    seen.set(source.version, source.text);
    if (seen.size > 400) seen.delete(seen.keys().next().value ?? "");
    return source;
  }

  /** What is wrong with the folder as it stands; judged again when a file or a picture is another. */
  function now(): Judgement {
    if (standing && looked) return standing.judgement;
    looked = true;
    setImmediate(() => {
      looked = false;
    });
    const stamp = [...files().map((file) => read(file).version), ...listPictures(folder).values()].join();
    if (standing?.stamp !== stamp) standing = { stamp, judgement: judge() };
    good = standing.judgement.content ?? good;
    return standing.judgement;
  }

  function entries(): FormEntry[] {
    const { content } = now();
    const known = content ?? good;
    const treatments = known?.treatments ?? new Map(namesWithoutContent());
    const listed = listEntries({ ...(known && { paths: known.paths, pages: known.pages }), treatments });
    const missing = files().filter((file) => !listed.some((entry) => entry.files.includes(file)));
    return [
      ...listed,
      ...missing.map((file) => ({
        id: file,
        title: file.replace(/^.*\/|\..*$/g, ""),
        group: ["Others"],
        address: null,
        files: [file],
      })),
    ];
  }

  function* namesWithoutContent(): Generator<[string, { name: string; path: string }]> {
    for (const file of files()) {
      const slug = /^treatments\/(.+)\.md$/.exec(file)?.[1];
      const values = slug ? readValues(file, read(file).text) : undefined;
      if (slug) yield [slug, { name: String(values?.name ?? slug), path: String(values?.path ?? "") }];
    }
  }

  function named(): Named {
    const known = now().content ?? good;
    const titles = new Map(
      (known ? listPages(known) : []).map(({ path, title }) => [path, path === "/" ? "Home" : title]),
    );
    const anchors = known ? listAnchors(known.pages, known.paths) : [];
    const places: Choice[] = [
      ...[...titles].map(([value, label]) => ({ value, label })),
      ...[...anchors].flatMap(([path, found]) =>
        found.map(({ id, label }) => ({ value: `${path}#${id}`, label: `${titles.get(path)}, ${label}` })),
      ),
    ];
    return {
      paths: (known?.paths ?? []).map(({ id, title: label }) => ({ value: id, label })),
      treatments: [...(known?.treatments ?? [])].map(([slug, { name }]) => ({ value: slug, label: name })),
      questions: Object.entries(known?.studio.gates ?? {}).map(([id, { question }]) => ({
        value: id,
        label: `${id}: ${question.slice(0, 60)}`,
      })),
      pages: places,
    };
  }

  const forms = new Map<string, { of: Content | undefined; fields: Field[] }>();

  function fields(file: string): Field[] {
    const kind = kindOfFile(file) ?? file;
    const of = now().content ?? good;
    const known = forms.get(kind);
    if (known?.of === of && known) return known.fields;
    const found = fieldsOf(file, named());
    forms.set(kind, { of, fields: found });
    return found;
  }

  const valued = new Map<string, { version: string; values: Record<string, unknown> | undefined }>();

  /** As they stand in the file; read once for each of its versions. */
  function values(file: string) {
    const { version, text } = read(file);
    const known = valued.get(file);
    if (known?.version === version) return known.values;
    const found = readValues(file, text);
    valued.set(file, { version, values: found });
    return found;
  }

  function entryOf(file: string): FormEntry | undefined {
    return entries().find((entry) => entry.files.includes(file));
  }

  function look(file: string, texts: ReadonlyMap<string, string>): KnownFile | undefined {
    if (!kindOfFile(file) || !files().includes(file)) return undefined;
    const text = texts.get(file) ?? read(file).text;
    // The judge asks while the folder is being judged: names may be those of the moment before.
    const form =
      forms.get(kindOfFile(file) ?? file)?.fields ??
      fieldsOf(file, { paths: [], treatments: [], questions: [], pages: [] });
    return {
      title: titleOf(file),
      fields: form,
      text,
      values: (texts.has(file) ? readValues(file, text) : values(file)) ?? {},
    };
  }

  function titleOf(file: string): string {
    const slug = /^treatments\/(.+)\.md$/.exec(file)?.[1];
    if (slug) {
      const found = values(file);
      return isRecord(found) && typeof found.name === "string" ? found.name : slug;
    }
    return listEntries({ treatments: new Map() }).find((entry) => entry.files.includes(file))?.title ?? file;
  }

  return {
    folder,
    siteUrl,
    files,
    read,
    /** The text of a version that was given out, however long ago. */
    textOf: (version: string) => seen.get(version),
    remember: (bytes: Buffer) => {
      const { version, text } = asSource(bytes);
      seen.set(version, text);
      looked = false;
    },
    /** Something was written: what was known of this moment is no longer so. */
    lookAgain: () => {
      looked = false;
    },
    values,
    now,
    judge,
    good: () => now().content ?? good,
    entries,
    entryOf,
    titleOf,
    named,
    fields,
  };
}
