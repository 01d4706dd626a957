import { join } from "node:path";
import { contrast, darkestGround } from "./contrast.ts";
import type { Content, PartialContent } from "./files.ts";
import { listPictures, listTreatments } from "./folder.ts";
import { nearest } from "./mistakes.ts";
import { listPages } from "./page-list.ts";
import { listAnchors, pageNames, pages } from "./pages.ts";
import { listPlaces } from "./words.ts";

type Note = (file: string, message: string, field?: string) => void;
type Named = [file: string, field: string, name: string];

/**
 * What no single file can show: that what one names is there in another. A file with a mistake of its own is missing
 * here, and what depends on it is judged once that is mended.
 */
export function crossCheck(folder: string, draft: PartialContent, note: Note) {
  checkPhone(draft, note);
  checkFacts(draft, note);
  checkPaths(folder, draft, note);
  checkRelated(folder, draft, note);
  checkGates(draft, note);
  checkPictures(folder, draft, note);
  checkCounts(folder, draft, note);
}

const numbers =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const written = (word: string) => {
  const [first = "", second] = word.toLowerCase().split("-");
  if (/^\d/.test(first)) return Number(first);
  if (!tens.includes(first)) return numbers.indexOf(first);
  return (tens.indexOf(first) + 2) * 10 + (second ? numbers.indexOf(second) : 0);
};
const counted = new RegExp(
  `(?<![\\w-])(\\d+|${numbers.join("|")}|(?:${tens.join("|")})(?:-(?:${numbers.slice(1, 10).join("|")}))?) (treatments|paths)\\b`,
  "gi",
);

/** "Nineteen treatments in four paths" is no longer true when one is added. Treatment pages count sessions, not these. */
function checkCounts(folder: string, { pages: words, paths, studio }: PartialContent, note: Note) {
  const counts: Record<string, number | undefined> = {
    treatments: listTreatments(folder).length,
    paths: paths?.length,
  };
  const check = (file: string, field: string, text: string) => {
    for (const [said, number = "", what = ""] of text.matchAll(counted)) {
      const count = counts[what.toLowerCase()];
      if (count === undefined || written(number) === count) continue;
      note(
        file,
        `'${field}' says '${said}', but there are ${count}. Correct the number, or say it in other words.`,
        field,
      );
    }
  };
  if (studio) check("studio.yaml", "description", studio.description);
  for (const name of pageNames) {
    for (const [field, text] of Object.entries(words[name] ?? {}))
      if (typeof text === "string") check(pages[name].file, field, text);
  }
}

const meant = (word: string, known: readonly string[]) => {
  const close = nearest(word, known);
  return close ? ` Did you mean '${close}'?` : "";
};

/** In North America a number has ten digits, and one that lacks the last looks right. */
function checkPhone({ studio }: PartialContent, note: Note) {
  if (!studio?.phoneE164.startsWith("+1")) return;
  const digits = studio.phone.value.replace(/\D/g, "").replace(/^1/, "").length;
  if (digits === 10) return;
  note("studio.yaml", `'phone' has ${digits} digits, and a number needs ten. Is one missing?`, "phone");
}

/** A figure that is to be set large has to be found in its fact. */
function checkFacts({ treatments }: PartialContent, note: Note) {
  for (const [slug, treatment] of treatments) {
    for (const field of ["duration", "downtime", "comfort", "frequency", "plan", "timeline"] as const) {
      const fact = treatment[field];
      if (fact?.key && !fact.value.includes(fact.key)) {
        const message = `'${field}.key' is '${fact.key}', which does not stand in '${fact.value}'. Use words from the value.`;
        note(`treatments/${slug}.md`, message, field);
      }
    }
  }
}

function checkPaths(folder: string, { paths, treatments, testimonials, results, pages }: PartialContent, note: Note) {
  if (!paths) return;
  const slugs = listTreatments(folder);
  const ids = paths.map(({ id }) => id);
  for (const [at, { title, colour, treatments: items }] of paths.entries()) {
    const here = `paths[${at + 1}]`;
    const listed = items.flatMap((item) => ("slug" in item ? [item.slug] : []));
    for (const slug of listed.filter((name) => !slugs.includes(name))) {
      const file = join(folder, `treatments/${slug}.md`);
      note(
        "paths.yaml",
        `'${title}' lists '${slug}', but there is no ${file}.${meant(slug, slugs)} Correct the slug or take the line out.`,
        `${here}.treatments[${items.findIndex((item) => "slug" in item && item.slug === slug) + 1}].slug`,
      );
    }
    const twice = listed.find((slug, at) => listed.indexOf(slug) !== at);
    if (twice) note("paths.yaml", `'${title}' lists '${twice}' twice. Take one line out.`, `${here}.treatments`);
    if (contrast(colour.ink, darkestGround) < 4.5) {
      note(
        "paths.yaml",
        `'colour.ink' of '${title}' is ${colour.ink}, too light to be read on the site's grounds. Choose a darker one.`,
        `${here}.colour.ink`,
      );
    }
  }
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice) note("paths.yaml", `two paths have the id '${twice}'. Give one of them another.`, "paths");

  const listed = new Set(paths.flatMap((path) => path.treatments.map((item) => "slug" in item && item.slug)));
  for (const slug of slugs.filter((name) => !listed.has(name))) {
    note("paths.yaml", `no path lists '${slug}'. Add it, so that visitors can find the page.`, "paths");
  }
  const named: Named[] = [
    ...[...treatments].map(([slug, { path }]): Named => [`treatments/${slug}.md`, "path", path]),
    ...each(testimonials, "testimonials.yaml", "testimonials"),
    ...each(results, "results.yaml", "results"),
    ...each(pages.about?.equipment.items, "pages/about.yaml", "equipment.items"),
  ];
  for (const [file, field, path] of named.filter(([, , name]) => !ids.includes(name))) {
    note(
      file,
      `'${field}' is '${path}', which is none of the paths in paths.yaml.${meant(path, ids)} Use one of: ${ids.join(", ")}.`,
      field,
    );
  }
}

const each = (items: { path: string }[] | undefined, file: string, list: string): Named[] =>
  (items ?? []).map(({ path }, at) => [file, `${list}[${at + 1}].path`, path]);

/** What is read next is chosen by hand, and has to be there. */
function checkRelated(folder: string, { treatments }: PartialContent, note: Note) {
  const slugs = listTreatments(folder);
  for (const [slug, { related }] of treatments) {
    for (const name of related.filter((one) => !slugs.includes(one) || one === slug)) {
      const why = name === slug ? "is this page itself" : "has no page";
      note(
        `treatments/${slug}.md`,
        `'related' names '${name}', which ${why}.${meant(name, slugs)} Correct it or take it out.`,
        "related",
      );
    }
  }
}

function checkGates({ studio, treatments }: PartialContent, note: Note) {
  if (!studio) return;
  const ids = Object.keys(studio.gates);
  for (const [slug, { gates }] of treatments) {
    for (const id of gates.filter((name) => !ids.includes(name))) {
      note(`treatments/${slug}.md`, `'gates' names ${id}, but studio.yaml has no such question.`, "gates");
    }
  }
}

function checkPictures(folder: string, { pages, paths, results, images, treatments }: PartialContent, note: Note) {
  const pictures = [...listPictures(folder).keys()];
  const named: [file: string, field: string, picture: string | undefined][] = [
    ["pages/home.yaml", "hero.picture", pages.home?.hero.picture],
    ["pages/about.yaml", "picture", pages.about?.picture],
    ["pages/contact.yaml", "picture", pages.contact?.picture],
    ...(paths ?? []).map(({ picture }, at): Named => ["paths.yaml", `paths[${at + 1}].picture`, picture]),
    ...[...treatments].map(([slug, { picture }]): [string, string, string | undefined] => [
      `treatments/${slug}.md`,
      "picture",
      picture,
    ]),
    ...(results ?? []).flatMap((card, at): Named[] => [
      ["results.yaml", `results[${at + 1}].before`, card.before],
      ["results.yaml", `results[${at + 1}].after`, card.after],
    ]),
    ...Object.entries(images ?? {}).flatMap(([name, { phone }]): [string, string, string | undefined][] => [
      ["images/images.yaml", name, name],
      ["images/images.yaml", `${name}.phone`, phone],
    ]),
  ];
  for (const [file, field, picture] of named) {
    if (!picture) continue;
    if (!pictures.includes(picture)) {
      const message = `'${field}' names the picture '${picture}', but ${join(folder, "images")} has none of that name.${meant(picture, pictures)} Add it or correct the name.`;
      note(file, message, field);
    } else if (images && !(picture in images)) {
      const message = `'${picture}' has no alt text. Add a line such as: ${picture}: { alt: What the picture shows }`;
      note("images/images.yaml", message, picture);
    }
  }
}

/** A link within the site leads to a page, and to a place on it. Only a whole site knows all of its pages. */
export function checkLinks(content: Content, note: Note) {
  const addresses = listPages(content).map(({ path }) => path);
  const anchors = listAnchors(content.pages, content.paths);
  const links = listPlaces(content).filter(({ field }) => /(^|\.)to$| link$/.test(field));
  for (const { file, field: at, value } of links) {
    const field = at.replace(/ link$/, "");
    const to = String(value);
    if (!to.startsWith("/")) {
      if (!/^(https:\/\/|mailto:|tel:|#)/.test(to))
        note(file, `a link leads to '${to}'. Begin it with / for a page of the site, or with https://`, field);
      continue;
    }
    const [path = "", place] = to.split("#");
    const known = anchors.get(path)?.map(({ id }) => id);
    if (!addresses.includes(path)) {
      note(
        file,
        `a link leads to '${to}', but there is no such page.${meant(path, addresses)} Correct the address.`,
        field,
      );
    } else if (place && known && !known.includes(place)) {
      note(file, `a link leads to '${to}', but that page has no such place.${meant(place, known)} Correct it.`, field);
    }
  }
}
