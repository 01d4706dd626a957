import { existsSync } from "node:fs";
import { join } from "node:path";
import { contrast, darkestGround } from "./contrast.ts";
import { nearest } from "./mistakes.ts";
import { listPages } from "./page-list.ts";
import type { Content } from "./read.ts";

type Note = (file: string, message: string) => void;

/**
 * What no single file can show: that what one names is there in another. Files with mistakes of their own come here
 * too, in part, so that an owner sees everything at once.
 */
export function crossCheck(folder: string, content: Content, note: Note) {
  checkFacts(content, note);
  checkPaths(folder, content, note);
  checkGates(content, note);
  checkPictures(folder, content, note);
  checkLinks(content, note);
}

const meant = (word: string, known: string[]) => {
  const close = nearest(word, known);
  return close ? ` Did you mean '${close}'?` : "";
};

/** A figure that is to be set large has to be found in its fact. */
function checkFacts({ treatments }: Content, note: Note) {
  for (const [slug, treatment] of treatments) {
    for (const field of ["duration", "downtime", "comfort", "frequency", "plan", "timeline"] as const) {
      const fact = treatment[field];
      if (typeof fact === "object" && fact.key && !fact.value.includes(fact.key)) {
        const message = `'${field}.key' is '${fact.key}', which does not stand in '${fact.value}'. Use words from the value.`;
        note(`treatments/${slug}.md`, message);
      }
    }
  }
}

function checkPaths(folder: string, { paths, treatments, testimonials, results, pages }: Content, note: Note) {
  const slugs = [...treatments.keys()];
  const ids = paths.map(({ id }) => id);
  for (const path of paths) {
    const seen = new Set<string>();
    for (const item of path.treatments ?? []) {
      if (!("slug" in item)) continue;
      if (!slugs.includes(item.slug)) {
        const file = join(folder, `treatments/${item.slug}.md`);
        const message = `'${path.title}' lists '${item.slug}', but there is no ${file}.${meant(item.slug, slugs)} Correct the slug or take the line out.`;
        note("paths.yaml", message);
      }
      if (seen.has(item.slug)) note("paths.yaml", `'${path.title}' lists '${item.slug}' twice. Take one line out.`);
      seen.add(item.slug);
    }
  }
  for (const { title, colour } of paths) {
    if (!colour || contrast(colour.ink, darkestGround) >= 4.5) continue;
    note(
      "paths.yaml",
      `'colour.ink' of '${title}' is ${colour.ink}, too light to be read on the site's grounds. Choose a darker one.`,
    );
  }
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice) note("paths.yaml", `two paths have the id '${twice}'. Give one of them another.`);
  if (ids.length === 0) return;

  const listed = new Set(paths.flatMap((path) => path.treatments?.map((item) => "slug" in item && item.slug)));
  for (const slug of slugs) {
    if (!listed.has(slug)) note("paths.yaml", `no path lists '${slug}'. Add it, so that visitors can find the page.`);
  }
  const named: [file: string, field: string, path: string | undefined][] = [
    ...[...treatments].map(([slug, { path }]): [string, string, string] => [`treatments/${slug}.md`, "path", path]),
    ...testimonials.map(({ path }, at): [string, string, string] => [
      "testimonials.yaml",
      entry("testimonials", at),
      path,
    ]),
    ...results.map(({ path }, at): [string, string, string] => ["results.yaml", entry("results", at), path]),
    ...(pages.about.equipment?.items ?? []).map(({ path }, at): [string, string, string] => [
      "pages/about.yaml",
      entry("equipment.items", at),
      path,
    ]),
  ];
  for (const [file, field, path] of named) {
    if (path && !ids.includes(path)) {
      note(
        file,
        `'${field}' is '${path}', which is none of the paths in paths.yaml.${meant(path, ids)} Use one of: ${ids.join(", ")}.`,
      );
    }
  }
}

const entry = (list: string, at: number) => `${list}[${at + 1}].path`;

function checkGates({ studio, treatments }: Content, note: Note) {
  const ids = Object.keys(studio.gates ?? {});
  for (const [slug, { gates }] of treatments) {
    for (const id of gates ?? []) {
      if (!ids.includes(id))
        note(`treatments/${slug}.md`, `'gates' names ${id}, but studio.yaml has no such question.`);
    }
  }
}

function checkPictures(folder: string, { pages, paths, results, images }: Content, note: Note) {
  const named: [file: string, field: string, picture: string | undefined][] = [
    ["pages/home.yaml", "hero.picture", pages.home.hero?.picture],
    ["pages/about.yaml", "picture", pages.about.picture],
    ["pages/contact.yaml", "picture", pages.contact.picture],
    ...paths.map(({ picture }): [string, string, string] => ["paths.yaml", "picture", picture]),
    ...results.flatMap((card): [string, string, string][] => [
      ["results.yaml", "before", card.before],
      ["results.yaml", "after", card.after],
    ]),
    ...Object.keys(images).map((picture): [string, string, string] => ["images/images.yaml", picture, picture]),
  ];
  for (const [file, field, picture] of named) {
    if (!picture) continue;
    const path = join(folder, `images/${picture}.webp`);
    if (!existsSync(path)) {
      note(file, `'${field}' names the picture '${picture}', but there is no ${path}. Add it or correct the name.`);
    } else if (!(picture in images)) {
      const message = `'${picture}' has no alt text. Add a line such as: ${picture}: { alt: What the picture shows }`;
      note("images/images.yaml", message);
    }
  }
}

/** A link within the site leads to a page. */
function checkLinks(content: Content, note: Note) {
  const { site, pages } = content;
  const addresses = listPages(content).map(({ path }) => path);
  const links: [file: string, to: string | undefined][] = [
    ...[...(site.navigation ?? []), ...(site.footer?.links ?? [])].map(({ to }): [string, string] => ["site.yaml", to]),
    ...(pages.contact.form?.next ?? []).map(({ to }): [string, string] => ["pages/contact.yaml", to]),
  ];
  for (const [file, to] of links) {
    const [path = ""] = (to ?? "/").split("#");
    if (!addresses.includes(path)) {
      note(file, `a link leads to '${to}', but there is no such page.${meant(path, addresses)} Correct the address.`);
    }
  }
}
