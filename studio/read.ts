import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { parseDocument } from "yaml";
import { policySections, splitFrontMatter, treatmentBody } from "./markdown.ts";
import { ContentError, explain, type Mistake, nearest } from "./mistakes.ts";
import {
  aboutSchema,
  contactSchema,
  homeSchema,
  imagesSchema,
  type Path,
  pathsSchema,
  privacySchema,
  resultsPageSchema,
  resultsSchema,
  siteSchema,
  studioSchema,
  type Treatment,
  testimonialsPageSchema,
  testimonialsSchema,
  treatmentPageSchema,
  treatmentSchema,
  treatmentsSchema,
} from "./schemas.ts";
import { slugs } from "./slugs.ts";

export type Content = ReturnType<typeof readContent>;

/** Reads and checks everything in a content folder, or throws one ContentError that lists all there is to mend. */
export function readContent(folder: string) {
  const mistakes: Mistake[] = [];
  const note = (file: string, message: string) => mistakes.push({ file: `content/${file}`, message });

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

  function yaml<S extends v.GenericSchema>(file: string, schema: S): v.InferOutput<S> {
    const before = mistakes.length;
    const data = parse(file, load(file));
    return mistakes.length > before ? (data as v.InferOutput<S>) : check(file, schema, data);
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

  const studio = yaml("studio.yaml", studioSchema);
  const site = yaml("site.yaml", siteSchema);
  const { paths = [] } = yaml("paths.yaml", pathsSchema);
  const { testimonials = [] } = yaml("testimonials.yaml", testimonialsSchema);
  const { results = [], illustrationsAccepted } = yaml("results.yaml", resultsSchema);
  const images = yaml("images/images.yaml", imagesSchema);
  const pages = {
    home: yaml("pages/home.yaml", homeSchema),
    about: yaml("pages/about.yaml", aboutSchema),
    treatments: yaml("pages/treatments.yaml", treatmentsSchema),
    treatment: yaml("pages/treatment.yaml", treatmentPageSchema),
    results: yaml("pages/results.yaml", resultsPageSchema),
    testimonials: yaml("pages/testimonials.yaml", testimonialsPageSchema),
    contact: yaml("pages/contact.yaml", contactSchema),
    privacy: markdown("pages/privacy.md", privacySchema, (prose) => ({ sections: policySections(prose) })),
  };

  const treatments = new Map<string, Treatment>();
  for (const slug of slugs) {
    const treatment = markdown(`treatments/${slug}.md`, treatmentSchema, (prose) => ({ body: treatmentBody(prose) }));
    treatments.set(slug, { ...treatment, slug });
  }
  for (const file of readdirSync(join(folder, "treatments"))) {
    const slug = file.replace(/\.md$/, "");
    if (!slugs.some((known) => known === slug)) {
      const close = nearest(slug, slugs);
      note(
        `treatments/${file}`,
        `'${slug}' is not one of the nineteen treatments.${close ? ` Did you mean '${close}.md'?` : ""} Rename or remove the file.`,
      );
    }
  }

  checkFacts();
  checkPaths();
  checkPictures();
  if (mistakes.length) throw new ContentError(mistakes);
  return { studio, site, paths, testimonials, results, illustrationsAccepted, images, pages, treatments };

  /** A figure that is to be set large has to be found in its fact. */
  function checkFacts() {
    for (const [slug, treatment] of treatments) {
      for (const field of ["duration", "downtime", "comfort", "frequency", "plan", "timeline"] as const) {
        const fact = treatment[field];
        if (typeof fact === "object" && fact.key && !fact.value.includes(fact.key)) {
          note(
            `treatments/${slug}.md`,
            `'${field}.key' is '${fact.key}', which does not stand in '${fact.value}'. Use words from the value.`,
          );
        }
      }
    }
  }

  function checkPaths() {
    for (const path of paths as Path[]) {
      const seen = new Set<string>();
      for (const item of path.treatments ?? []) {
        if (!("slug" in item)) continue;
        if (!slugs.some((known) => known === item.slug) || !existsSync(join(folder, `treatments/${item.slug}.md`))) {
          const close = nearest(item.slug, slugs);
          note(
            "paths.yaml",
            `'${path.title}' lists '${item.slug}', but there is no content/treatments/${item.slug}.md.${close ? ` Did you mean '${close}'?` : ""} Correct the slug or take the line out.`,
          );
        }
        if (seen.has(item.slug)) note("paths.yaml", `'${path.title}' lists '${item.slug}' twice. Take one line out.`);
        seen.add(item.slug);
      }
    }
    const listed = new Set(
      (paths as Path[]).flatMap((path) => path.treatments?.map((item) => "slug" in item && item.slug)),
    );
    for (const slug of paths.length ? slugs : []) {
      if (!listed.has(slug)) note("paths.yaml", `no path lists '${slug}'. Add it, so that visitors can find the page.`);
    }
  }

  function checkPictures() {
    const named: [file: string, field: string, picture: string | undefined][] = [
      ["pages/home.yaml", "hero.picture", pages.home.hero?.picture],
      ["pages/about.yaml", "picture", pages.about.picture],
      ["pages/contact.yaml", "picture", pages.contact.picture],
      ...(paths as Path[]).map((path) => ["paths.yaml", "picture", path.picture] as [string, string, string]),
      ...results.flatMap((card): [string, string, string][] => [
        ["results.yaml", "before", card.before],
        ["results.yaml", "after", card.after],
      ]),
      ...Object.keys(images).map((picture): [string, string, string] => ["images/images.yaml", picture, picture]),
    ];
    for (const [file, field, picture] of named) {
      if (!picture) continue;
      if (!existsSync(join(folder, `images/${picture}.webp`))) {
        note(
          file,
          `'${field}' names the picture '${picture}', but there is no content/images/${picture}.webp. Add it or correct the name.`,
        );
      } else if (!(picture in images)) {
        note(
          "images/images.yaml",
          `'${picture}' has no alt text. Add a line such as: ${picture}: { alt: What the picture shows }`,
        );
      }
    }
  }
}
