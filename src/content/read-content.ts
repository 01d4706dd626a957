import { existsSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { checkAcrossFiles, checkLinks } from "./check-across-files.ts";
import { type Content, commonFiles, type PartialContent } from "./content.ts";
import { findOutdatedFile, findStrayFiles, listTreatmentSlugs, type Texts } from "./content-folder.ts";
import { ContentError, type ContentProblem, formatFieldPath, type ReportProblem } from "./content-problems.ts";
import { explainIssues } from "./explain-issues.ts";
import { type PageName, pageFile, pageNames, pages } from "./pages.ts";
import { treatmentSchema } from "./schemas/treatment-schema.ts";
import { readSource, type Source } from "./source-text.ts";
import { parseYaml } from "./yaml.ts";

/** Reads and checks everything in a content folder, or throws one ContentError that lists everything to fix. */
export function readContent(folder: string, texts?: Texts): Content {
  const outdated = findOutdatedFile(folder);
  if (outdated) throw new ContentError(folder, [outdated]);
  const problems: ContentProblem[] = findStrayFiles(folder);
  const report = (problem: ContentProblem) => problems.push(problem);
  const found = existsSync(folder) ? readFiles(folder, report, texts) : undefined;
  if (found) checkAcrossFiles(folder, found, report, texts);
  // The content is complete when there are no problems.
  const content = found as Content;
  if (!problems.length) checkLinks(content, report);
  if (problems.length) throw new ContentError(folder, problems);
  return content;
}

function readFiles(folder: string, report: ReportProblem, texts?: Texts): PartialContent {
  function read<S extends v.GenericSchema>(file: string, schema: S): v.InferOutput<S> | undefined {
    const given = texts?.get(file);
    const path = join(folder, file);
    if (typeof given !== "string" && !existsSync(path)) {
      report({ file, code: "file_missing" });
      return undefined;
    }
    const { text, unreadable }: Source = typeof given === "string" ? { text: given } : readSource(path);
    if (unreadable) {
      report({ file, code: "encoding", location: unreadable });
      return undefined;
    }
    const { value, problems } = parseOnce(file, text, schema);
    problems.forEach(report);
    return value as v.InferOutput<S> | undefined;
  }

  const common = <File extends keyof typeof commonFiles>(file: File) => read(file, commonFiles[file]);

  function page(name: PageName) {
    const { schema, optional } = pages[name];
    const file = pageFile(name);
    if (optional && !texts?.has(file) && !existsSync(join(folder, file))) return undefined;
    return read(file, schema);
  }

  const { results, illustrationsAccepted } = common("results.yaml") ?? {};
  const content: PartialContent = {
    studio: common("studio.yaml"),
    site: common("site.yaml"),
    claims: common("claims.yaml"),
    ...(common("paths.yaml") ?? { paths: undefined, former: undefined }),
    testimonials: undefined,
    results,
    illustrationsAccepted: Boolean(illustrationsAccepted),
    images: common("images/images.yaml"),
    pages: Object.fromEntries(pageNames.map((name) => [name, page(name)])) as PartialContent["pages"],
    treatments: new Map(),
  };
  const { paths = [], treatments } = content;
  // Treatments are in the order in which the paths list them.
  const listed = paths.flatMap((path) => path.treatments.flatMap((item) => ("slug" in item ? [item.slug] : [])));
  const slugs = listTreatmentSlugs(folder, texts);
  for (const slug of new Set([...listed.filter((name) => slugs.includes(name)), ...slugs])) {
    const treatment = read(`treatments/${slug}.yaml`, treatmentSchema);
    if (treatment) treatments.set(slug, { ...treatment, slug });
  }
  content.testimonials = common("testimonials.yaml")?.testimonials.map((review, at) => {
    const path = review.path ?? pathOf(review.treatment);
    if (!path && content.paths && treatments.size === slugs.length)
      report({ file: "testimonials.yaml", code: "path_unknown", field: `testimonials[${at + 1}].path` });
    return { ...review, path: path as string };
  });
  return content;

  /** The path of a treatment by its name, whether it has a page or not. */
  function pathOf(name: string): string | undefined {
    const isCalled = (one: string) => one.toLowerCase() === name.trim().toLowerCase();
    const withPage = [...treatments.values()].find((treatment) => isCalled(treatment.name))?.path;
    const without = paths.find((path) => path.treatments.some((item) => "name" in item && isCalled(item.name)));
    return withPage ?? without?.id;
  }
}

interface Parsed {
  value?: unknown;
  problems: ContentProblem[];
}

/** What the last texts of files say. A build reads the content several times, and the editor with every change. */
const known = new Map<string, Parsed>();
const mostKnown = 300;

/** A file whose text has not changed is not parsed again. Nobody changes what was read. */
function parseOnce(file: string, text: string, schema: v.GenericSchema): Parsed {
  const key = `${file}\n${text}`;
  const parsed = known.get(key) ?? parse(file, text, schema);
  // The texts that were read last are kept.
  known.delete(key);
  known.set(key, parsed);
  const [oldest = ""] = known.keys();
  if (known.size > mostKnown) known.delete(oldest);
  return parsed;
}

function parse(file: string, text: string, schema: v.GenericSchema): Parsed {
  const yaml = parseYaml(text);
  if (yaml.problems.length) return { problems: yaml.problems.map((problem) => ({ file, ...problem })) };
  const result = v.safeParse(schema, yaml.data);
  if (result.success) return { value: result.output, problems: [] };
  const problems = explainIssues(schema, result.issues).map(({ keys, ...problem }) => {
    return { file, ...problem, location: yaml.locate(keys), field: formatFieldPath(keys) };
  });
  return { problems };
}
