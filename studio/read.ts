import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { parseDocument } from "yaml";
import { crossCheck } from "./cross-check.ts";
import { slugShape } from "./fields.ts";
import { files } from "./files.ts";
import { policySections, splitFrontMatter, treatmentBody } from "./markdown.ts";
import { ContentError, explain, type Mistake } from "./mistakes.ts";
import type { Treatment } from "./schemas.ts";

export type Content = ReturnType<typeof readContent>;

/** Reads and checks everything in a content folder, or throws one ContentError that lists all there is to mend. */
export function readContent(folder: string) {
  const mistakes: Mistake[] = [];
  const note = (file: string, message: string) => mistakes.push({ file, message });

  function load(file: string): string {
    if (existsSync(join(folder, file))) return readFileSync(join(folder, file), "utf8");
    note(file, "this file is missing. Put it back; every page needs it.");
    return "";
  }

  function parse(file: string, source: string): Record<string, unknown> {
    const document = parseDocument(source, { prettyErrors: true });
    for (const { message } of document.errors) {
      note(file, `could not be read. ${message.split("\n")[0]} Check the colon, the quotes and the indentation there.`);
    }
    return document.errors.length ? {} : (document.toJS() ?? {});
  }

  function check<S extends v.GenericSchema>(file: string, schema: S, data: unknown): v.InferOutput<S> {
    const result = v.safeParse(schema, data);
    if (!result.success) for (const message of explain(schema, result.issues)) note(file, message);
    return result.output as v.InferOutput<S>;
  }

  function yaml<File extends keyof typeof files>(file: File): v.InferOutput<(typeof files)[File]> {
    const before = mistakes.length;
    const data = parse(file, load(file));
    return mistakes.length > before ? (data as v.InferOutput<(typeof files)[File]>) : check(file, files[file], data);
  }

  function markdown<S extends v.GenericSchema>(file: string, schema: S, body: (prose: string) => object) {
    const before = mistakes.length;
    const parts = splitFrontMatter(load(file));
    if (!parts && mistakes.length === before) note(file, "must begin with its facts between two lines of ---.");
    const facts = parse(file, parts?.facts ?? "");
    return mistakes.length > before
      ? (facts as v.InferOutput<S>)
      : check(file, schema, { ...facts, ...body(parts?.prose ?? "") });
  }

  const studio = yaml("studio.yaml");
  const site = yaml("site.yaml");
  const claims = yaml("claims.yaml");
  const { paths = [] } = yaml("paths.yaml");
  const { testimonials = [] } = yaml("testimonials.yaml");
  const { results = [], illustrationsAccepted } = yaml("results.yaml");
  const images = yaml("images/images.yaml");
  const pages = {
    home: yaml("pages/home.yaml"),
    about: yaml("pages/about.yaml"),
    treatments: yaml("pages/treatments.yaml"),
    treatment: yaml("pages/treatment.yaml"),
    results: yaml("pages/results.yaml"),
    testimonials: yaml("pages/testimonials.yaml"),
    contact: yaml("pages/contact.yaml"),
    privacy: markdown("pages/privacy.md", files["pages/privacy.md"], (prose) => ({ sections: policySections(prose) })),
  };

  const treatments = new Map<string, Treatment>();
  for (const slug of inOrderOfPaths(treatmentFiles())) {
    const treatment = markdown(`treatments/${slug}.md`, files["treatments/*.md"], (prose) => ({
      body: treatmentBody(prose),
    }));
    treatments.set(slug, { ...treatment, slug });
  }

  const content = {
    studio,
    site,
    claims,
    paths,
    testimonials,
    results,
    illustrationsAccepted,
    images,
    pages,
    treatments,
  };
  crossCheck(folder, content, note);
  if (mistakes.length) throw new ContentError(folder, mistakes);
  return content;

  /** A treatment's file is its address. */
  function treatmentFiles(): string[] {
    const files = existsSync(join(folder, "treatments")) ? readdirSync(join(folder, "treatments")).sort() : [];
    return files.flatMap((file) => {
      const slug = file.replace(/\.md$/, "");
      if (slug !== file && slugShape.test(slug)) return [slug];
      const better = slug.toLowerCase().replace(/[^a-z0-9]+/g, "-");
      note(`treatments/${file}`, `is not the name of a treatment's file. Rename it to ${better}.md, or remove it.`);
      return [];
    });
  }

  /** As visitors meet them: in the order of the paths. */
  function inOrderOfPaths(slugs: string[]): string[] {
    const listed = (Array.isArray(paths) ? paths : []).flatMap((path) =>
      (path.treatments ?? []).flatMap((item) => ("slug" in item ? [item.slug] : [])),
    );
    return [...new Set([...listed.filter((slug) => slugs.includes(slug)), ...slugs])];
  }
}
