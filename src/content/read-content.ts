import { existsSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { checkAcrossFiles, checkLinks } from "./check-across-files.ts";
import { type Content, commonFiles, type PartialContent } from "./content.ts";
import { findOutdatedFile, findStrayFiles, listTreatmentSlugs, type Texts } from "./content-folder.ts";
import { ContentError, type ContentProblem, type FileProblem, formatFieldPath } from "./content-problems.ts";
import { explainIssues } from "./explain-issues.ts";
import { pageNames, pages } from "./pages.ts";
import { type Treatment, treatmentSchema } from "./schemas/treatment-schema.ts";
import { readSource } from "./source-text.ts";
import { type ParsedYaml, parseYaml } from "./yaml.ts";

/** What the last texts of files say. A build reads the content several times, and the editor with every change. */
const known = new Map<string, { value: unknown; problems: ContentProblem[] }>();
const mostKnown = 300;

/** Reads and checks everything in a content folder, or throws one ContentError that lists everything to fix. */
export function readContent(folder: string, texts?: Texts): Content {
  const outdated = findOutdatedFile(folder);
  if (outdated) throw new ContentError(folder, [outdated]);
  const problems: ContentProblem[] = findStrayFiles(folder);
  const report = (problem: ContentProblem) => problems.push(problem);
  const found = existsSync(folder) ? readFiles(folder, problems, texts) : undefined;
  if (found) checkAcrossFiles(folder, found, report, texts);
  // The content is complete when there are no problems.
  const content = found as Content;
  if (!problems.length) checkLinks(content, report);
  if (problems.length) throw new ContentError(folder, problems);
  return content;
}

function readFiles(folder: string, problems: ContentProblem[], texts?: Texts): PartialContent {
  const report = (file: string, problem: FileProblem) => problems.push({ file, ...problem });
  const isValid = (file: string) => !problems.some((problem) => problem.file === file);

  function loadText(file: string): string {
    const given = texts?.get(file);
    if (typeof given === "string") return given;
    const path = join(folder, file);
    if (!existsSync(path)) {
      report(file, { code: "file_missing" });
      return "";
    }
    const { text, unreadable } = readSource(path);
    if (unreadable) report(file, { code: "encoding", location: unreadable });
    return text;
  }

  function validate<S extends v.GenericSchema>(file: string, schema: S, yaml: ParsedYaml) {
    for (const problem of yaml.problems) report(file, problem);
    if (!isValid(file)) return undefined;
    const result = v.safeParse(schema, yaml.data);
    if (result.success) return result.output as v.InferOutput<S>;
    for (const { keys, ...problem } of explainIssues(schema, result.issues))
      report(file, { ...problem, location: yaml.locate(keys), field: formatFieldPath(keys) });
    return undefined;
  }

  /** A file whose text has not changed is not parsed again. Nobody changes what was read. */
  function readOnce<Value>(file: string, text: string, read: () => Value): Value {
    const key = `${file}\n${text}`;
    const before = known.get(key);
    if (before) problems.push(...before.problems);
    const problemsBefore = problems.length;
    const now = before ?? { value: read(), problems: problems.slice(problemsBefore) };
    // The texts that were read last are kept.
    known.delete(key);
    known.set(key, now);
    const [oldest = ""] = known.keys();
    if (known.size > mostKnown) known.delete(oldest);
    return now.value as Value;
  }

  function readYamlFile<S extends v.GenericSchema>(file: string, schema: S): v.InferOutput<S> | undefined {
    const text = loadText(file);
    if (!isValid(file)) return undefined;
    return readOnce(file, text, () => validate(file, schema, parseYaml(text)));
  }

  const common = <File extends keyof typeof commonFiles>(file: File) =>
    readYamlFile(file, commonFiles[file]) as v.InferOutput<(typeof commonFiles)[File]> | undefined;

  function page({ file, schema, optional }: (typeof pages)[keyof typeof pages]) {
    if (optional && !texts?.has(file) && !existsSync(join(folder, file))) return undefined;
    return readYamlFile(file, schema);
  }

  const resultsFile = common("results.yaml");
  const treatments = new Map<string, Treatment>();
  const content = {
    studio: common("studio.yaml"),
    site: common("site.yaml"),
    claims: common("claims.yaml"),
    paths: common("paths.yaml")?.paths,
    former: common("paths.yaml")?.former,
    testimonials: [] as PartialContent["testimonials"],
    results: resultsFile?.results,
    illustrationsAccepted: Boolean(resultsFile?.illustrationsAccepted),
    images: common("images/images.yaml"),
    pages: Object.fromEntries(pageNames.map((name) => [name, page(pages[name])])) as PartialContent["pages"],
    treatments,
  };
  // Treatments are in the order in which the paths list them.
  const listedSlugs = (content.paths ?? []).flatMap(({ treatments: items }) =>
    items.flatMap((item) => ("slug" in item ? [item.slug] : [])),
  );
  const slugs = listTreatmentSlugs(folder, texts);
  for (const slug of new Set([...listedSlugs.filter((name) => slugs.includes(name)), ...slugs])) {
    const treatment = readYamlFile(`treatments/${slug}.yaml`, treatmentSchema);
    if (treatment) treatments.set(slug, { ...treatment, slug });
  }
  content.testimonials = common("testimonials.yaml")?.testimonials.map((review, at) => {
    const path = review.path ?? pathOf(review.treatment);
    if (!path && content.paths && treatments.size === slugs.length)
      report("testimonials.yaml", { code: "path_unknown", field: `testimonials[${at + 1}].path` });
    return { ...review, path: path as string };
  });
  return content;

  /** The path of a treatment by its name, whether it has a page or not. */
  function pathOf(name: string): string | undefined {
    const isCalled = (one: string) => one.toLowerCase() === name.trim().toLowerCase();
    const withPage = [...treatments.values()].find((treatment) => isCalled(treatment.name))?.path;
    const listed = content.paths?.find((path) => path.treatments.some((item) => "name" in item && isCalled(item.name)));
    return withPage ?? listed?.id;
  }
}
