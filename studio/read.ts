import { existsSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { checkLinks, crossCheck } from "./cross-check.ts";
import { explain } from "./explain.ts";
import { type Content, commonFiles, type PartialContent } from "./files.ts";
import { listTreatments, strayFiles } from "./folder.ts";
import { type Complain, policySections, splitFrontMatter, treatmentBody } from "./markdown.ts";
import { ContentError, fieldName, type Mistake } from "./mistakes.ts";
import { pageNames, pages } from "./pages.ts";
import { readSource, spotAt } from "./source.ts";
import { type Treatment, treatmentSchema } from "./treatment-schema.ts";
import { type ParsedYaml, parseYaml } from "./yaml.ts";

/** Words that are not in the folder yet, and what is known of files that did not change since they were read. */
export interface Overlay {
  texts: ReadonlyMap<string, string>;
  known: Map<string, { text: string; value: unknown; mistakes: Mistake[] }>;
}

/** Reads and checks everything in a content folder, or throws one ContentError that lists all there is to mend. */
export function readContent(folder: string, overlay?: Overlay): Content {
  const mistakes: Mistake[] = strayFiles(folder);
  const note = (file: string, message: string, field?: string) => mistakes.push({ file, message, field });
  const found = existsSync(folder) ? readFiles(folder, mistakes, overlay) : undefined;
  if (found) crossCheck(folder, found, note);
  // Nothing is missing where there is no mistake.
  const content = found as Content;
  if (!mistakes.length) checkLinks(content, note);
  if (mistakes.length) throw new ContentError(folder, mistakes);
  return content;
}

function readFiles(folder: string, mistakes: Mistake[], overlay?: Overlay): PartialContent {
  const note = (file: string, mistake: Omit<Mistake, "file">) => mistakes.push({ file, ...mistake });
  const isSound = (file: string) => !mistakes.some((mistake) => mistake.file === file);

  function load(file: string): string {
    const laid = overlay?.texts.get(file);
    if (laid !== undefined) return laid;
    const path = join(folder, file);
    if (!existsSync(path)) {
      note(file, { message: "this file is missing. Put it back; every page needs it." });
      return "";
    }
    const { text, unreadable } = readSource(path);
    if (unreadable) {
      const message = "a letter cannot be read: the file was saved in an old encoding. Save it as UTF-8.";
      note(file, { message, spot: unreadable });
    }
    return text;
  }

  function check<S extends v.GenericSchema>(file: string, schema: S, data: unknown, { faults, locate }: ParsedYaml) {
    for (const fault of faults) note(file, fault);
    if (!isSound(file)) return undefined;
    const result = v.safeParse(schema, data);
    if (result.success) return result.output as v.InferOutput<S>;
    for (const { keys, message, paste, issue } of explain(schema, result.issues)) {
      const spot = locate(keys);
      note(file, {
        message,
        paste: message.includes("such as") ? undefined : paste,
        spot,
        field: fieldName(keys),
        issue,
      });
    }
    return undefined;
  }

  /** A file that says what it said before is not read again. */
  function remembered<Value>(file: string, text: string, read: () => Value): Value {
    const known = overlay?.known.get(file);
    if (known?.text === text) {
      mistakes.push(...known.mistakes);
      return known.value as Value;
    }
    const before = mistakes.length;
    const value = read();
    overlay?.known.set(file, { text, value, mistakes: mistakes.slice(before) });
    return value;
  }

  function yaml<S extends v.GenericSchema>(file: string, schema: S): v.InferOutput<S> | undefined {
    const text = load(file);
    if (!isSound(file)) return undefined;
    return remembered(file, text, () => {
      const parsed = parseYaml(text);
      return check(file, schema, parsed.data, parsed);
    });
  }

  const common = <File extends keyof typeof commonFiles>(file: File) =>
    yaml(file, commonFiles[file]) as v.InferOutput<(typeof commonFiles)[File]> | undefined;

  function page({ file, schema, optional }: (typeof pages)[keyof typeof pages]) {
    if (optional && !overlay?.texts.has(file) && !existsSync(join(folder, file))) return undefined;
    if (file.endsWith(".yaml")) return yaml(file, schema);
    return markdown(file, schema, (prose, complain) => ({ sections: policySections(prose, complain) }));
  }

  function markdown<S extends v.GenericSchema>(
    file: string,
    schema: S,
    body: (prose: string, complain: Complain) => object,
  ): v.InferOutput<S> | undefined {
    const text = load(file);
    if (!isSound(file)) return undefined;
    return remembered(file, text, () => readMarkdown(file, text, schema, body));
  }

  function readMarkdown<S extends v.GenericSchema>(
    file: string,
    text: string,
    schema: S,
    body: (prose: string, complain: Complain) => object,
  ): v.InferOutput<S> | undefined {
    const parts = splitFrontMatter(text);
    if (!parts) {
      note(file, {
        message: "must begin with its facts between two lines of ---.",
        spot: spotAt(text, 0),
        paste: "---",
      });
      return undefined;
    }
    const complain: Complain = (offset, message, paste) =>
      note(file, { message, paste, spot: spotAt(parts.prose, offset, parts.beforeProse) });
    const parsed = parseYaml(parts.facts, parts.before);
    const facts = typeof parsed.data === "object" ? parsed.data : {};
    return check(file, schema, { ...facts, ...body(parts.prose, complain) }, parsed);
  }

  const gallery = common("results.yaml");
  const treatments = new Map<string, Treatment>();
  const content = {
    studio: common("studio.yaml"),
    site: common("site.yaml"),
    claims: common("claims.yaml"),
    paths: common("paths.yaml")?.paths,
    testimonials: common("testimonials.yaml")?.testimonials,
    results: gallery?.results,
    illustrationsAccepted: Boolean(gallery?.illustrationsAccepted),
    images: common("images/images.yaml"),
    pages: Object.fromEntries(pageNames.map((name) => [name, page(pages[name])])) as PartialContent["pages"],
    treatments,
  };
  // As visitors meet them: in the order of the paths.
  const listed = (content.paths ?? []).flatMap(({ treatments: items }) =>
    items.flatMap((item) => ("slug" in item ? [item.slug] : [])),
  );
  const slugs = listTreatments(folder);
  for (const slug of new Set([...listed.filter((name) => slugs.includes(name)), ...slugs])) {
    const treatment = markdown(`treatments/${slug}.md`, treatmentSchema, (prose, complain) => ({
      body: treatmentBody(prose, complain),
    }));
    if (treatment) treatments.set(slug, { ...treatment, slug });
  }

  return content;
}
