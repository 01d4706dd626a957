import { join } from "node:path";
import type { Content, PartialContent } from "./content.ts";
import { listPictureFiles, listTreatmentSlugs } from "./content-folder.ts";
import { closestMatch } from "./content-problems.ts";
import { listContentValues } from "./content-values.ts";
import { contrast, darkestBackground, pageBackground } from "./contrast.ts";
import { checkOffered } from "./offer.ts";
import { listPages } from "./page-list.ts";
import { listAnchors } from "./pages.ts";
import { dialledNumber } from "./phone.ts";

type Report = (file: string, message: string, field?: string) => void;
type Reference = [file: string, field: string, name: string];

/**
 * Checks that whatever one file names exists in another. A file with a mistake of its own is missing here; whatever
 * depends on it is checked once that mistake is fixed.
 */
export function checkAcrossFiles(folder: string, content: PartialContent, report: Report) {
  checkAccent(content, report);
  checkPhone(content, report);
  checkNotice(content, report);
  checkPaths(folder, content, report);
  checkRelated(folder, content, report);
  checkGates(content, report);
  checkRules(content, report);
  checkPictures(folder, content, report);
  checkOffered(content, report);
}

/** No words are set in the accent, so it needs less contrast than they do, but below this its lines disappear. */
const leastAccentContrast = 1.5;

function checkAccent({ studio }: PartialContent, report: Report) {
  if (!studio || contrast(studio.colours.accent, pageBackground) >= leastAccentContrast) return;
  report(
    "studio.yaml",
    `'colours.accent' is ${studio.colours.accent}, too light to be seen on the site's ground. Choose a darker one.`,
    "colours.accent",
  );
}

const didYouMean = (word: string, known: readonly string[]) => {
  const closest = closestMatch(word, known);
  return closest ? ` Did you mean '${closest}'?` : "";
};

/** A North American number has ten digits, and one digit too few is easily overlooked. */
function checkPhone({ studio }: PartialContent, report: Report) {
  if (!studio) return;
  const dialled = dialledNumber(studio);
  if (!dialled)
    report(
      "studio.yaml",
      `'phone' has no country code, and that of ${studio.address.country} is not known here. Write it with + and the code.`,
      "phone",
    );
  if (!dialled.startsWith("+1")) return;
  const digits = studio.phone.value.replace(/\D/g, "").replace(/^1/, "").length;
  if (digits === 10) return;
  report("studio.yaml", `'phone' has ${digits} digits, and a number needs ten. Is one missing?`, "phone");
}

/** The days and hours of a notice are read by machines, so they must not contradict each other. */
function checkNotice({ studio }: PartialContent, report: Report) {
  const { text, from, until, hours, opens, closes } = studio?.notice ?? {};
  if (!text) return;
  const complain = (field: string, message: string) =>
    report("studio.yaml", `'notice.${field}' ${message}`, `notice.${field}`);
  if (!until) complain("until", "is missing. Write it like 2027-01-02: after that day the notice is gone by itself.");
  else if (from && from > until) complain("from", `is after the last day, ${until}. Correct one of them.`);
  if (hours !== "other hours") return;
  if (!opens || !closes)
    complain(opens ? "closes" : "opens", "is missing, which other hours need. Write it like 11:00.");
  else if (opens >= closes) complain("closes", "is before it opens. Write the times as 10:00 and 18:00.");
}

function checkPaths(
  folder: string,
  { paths, treatments, testimonials, results, pages }: PartialContent,
  report: Report,
) {
  if (!paths) return;
  const slugs = listTreatmentSlugs(folder);
  const ids = paths.map(({ id }) => id);
  for (const [index, { title, colour, treatments: items }] of paths.entries()) {
    const pathField = `paths[${index + 1}]`;
    const listedSlugs = items.flatMap((item) => ("slug" in item ? [item.slug] : []));
    for (const slug of listedSlugs.filter((name) => !slugs.includes(name))) {
      const file = join(folder, `treatments/${slug}.md`);
      report(
        "paths.yaml",
        `'${title}' lists '${slug}', but there is no ${file}.${didYouMean(slug, slugs)} Correct the slug or take the line out.`,
        `${pathField}.treatments[${items.findIndex((item) => "slug" in item && item.slug === slug) + 1}].slug`,
      );
    }
    const duplicate = listedSlugs.find((slug, index) => listedSlugs.indexOf(slug) !== index);
    if (duplicate)
      report("paths.yaml", `'${title}' lists '${duplicate}' twice. Take one line out.`, `${pathField}.treatments`);
    if (contrast(colour.ink, darkestBackground) < 4.5) {
      report(
        "paths.yaml",
        `'colour.ink' of '${title}' is ${colour.ink}, too light to be read on the site's grounds. Choose a darker one.`,
        `${pathField}.colour.ink`,
      );
    }
  }
  const duplicateId = ids.find((id, index) => ids.indexOf(id) !== index);
  if (duplicateId) report("paths.yaml", `two paths have the id '${duplicateId}'. Give one of them another.`, "paths");

  const listedSlugs = new Set(paths.flatMap((path) => path.treatments.map((item) => "slug" in item && item.slug)));
  for (const slug of slugs.filter((name) => !listedSlugs.has(name))) {
    report("paths.yaml", `no path lists '${slug}'. Add it, so that visitors can find the page.`, "paths");
  }
  const references: Reference[] = [
    ...[...treatments].map(([slug, { path }]): Reference => [`treatments/${slug}.md`, "path", path]),
    ...pathReferences(testimonials, "testimonials.yaml", "testimonials"),
    ...pathReferences(results, "results.yaml", "results"),
    ...pathReferences(pages.about?.equipment.items, "pages/about.yaml", "equipment.items"),
  ];
  for (const [file, field, path] of references.filter(([, , name]) => !ids.includes(name))) {
    report(
      file,
      `'${field}' is '${path}', which is none of the paths in paths.yaml.${didYouMean(path, ids)} Use one of: ${ids.join(", ")}.`,
      field,
    );
  }
}

const pathReferences = (items: { path: string }[] | undefined, file: string, listField: string): Reference[] =>
  (items ?? []).map(({ path }, index) => [file, `${listField}[${index + 1}].path`, path]);

/** The owner chooses related treatments by hand, so each has to exist. */
function checkRelated(folder: string, { treatments }: PartialContent, report: Report) {
  const slugs = listTreatmentSlugs(folder);
  for (const [slug, { related }] of treatments) {
    for (const name of related.filter((related) => !slugs.includes(related) || related === slug)) {
      const reason = name === slug ? "is this page itself." : `has no page.${didYouMean(name, slugs)}`;
      report(
        `treatments/${slug}.md`,
        `'related' names '${name}', which ${reason} Correct it or take it out.`,
        "related",
      );
    }
  }
}

function checkGates({ studio, treatments, claims, paths, results }: PartialContent, note: Report) {
  if (!studio) return;
  const ids = Object.keys(studio.gates);
  for (const { say, question } of claims?.untilAnswered ?? []) {
    if (ids.includes(question)) continue;
    note("claims.yaml", `'${say}' waits for ${question}, but studio.yaml has no such question.`, "untilAnswered");
  }
  const waiting: [file: string, field: string, gates: string[] | undefined][] = [
    ...[...treatments].map(([slug, { gates }]): [string, string, string[]] => [
      `treatments/${slug}.md`,
      "gates",
      gates,
    ]),
    ...(paths ?? []).flatMap(({ treatments: items }, at) =>
      items.map((item, index): [string, string, string[] | undefined] => [
        "paths.yaml",
        `paths[${at + 1}].treatments[${index + 1}].gates`,
        "name" in item ? item.gates : undefined,
      ]),
    ),
    ...(results ?? []).map(({ gates }, index): [string, string, string[] | undefined] => [
      "results.yaml",
      `results[${index + 1}].gates`,
      gates,
    ]),
  ];
  for (const [file, field, gates] of waiting) {
    for (const id of gates?.filter((name) => !ids.includes(name)) ?? [])
      note(file, `'${field}' names ${id}, but studio.yaml has no such question.`, field);
  }
}

function checkRules({ pages, treatments }: PartialContent, note: Report) {
  if (!pages.treatment) return;
  const ids = pages.treatment.before.rules.map(({ id }) => id);
  for (const [slug, { rules }] of treatments) {
    for (const id of rules.filter((name) => !ids.includes(name)))
      note(`treatments/${slug}.md`, `'rules' names '${id}', which is no shared rule.${didYouMean(id, ids)}`, "rules");
  }
}

function checkPictures(folder: string, { pages, paths, results, images, treatments }: PartialContent, note: Report) {
  const pictures = [...listPictureFiles(folder).keys()];
  const references: [file: string, field: string, picture: string | undefined][] = [
    ["pages/home.yaml", "hero.picture", pages.home?.hero.picture],
    ["pages/about.yaml", "picture", pages.about?.picture],
    ["pages/about.yaml", "portrait.picture", pages.about?.portrait?.picture],
    ["pages/contact.yaml", "picture", pages.contact?.picture],
    ...(paths ?? []).map(({ picture }, index): Reference => ["paths.yaml", `paths[${index + 1}].picture`, picture]),
    ...[...treatments].map(([slug, { picture }]): [string, string, string | undefined] => [
      `treatments/${slug}.md`,
      "picture",
      picture,
    ]),
    ...(results ?? []).flatMap(({ shows }, index): Reference[] =>
      "drawing" in shows
        ? []
        : (["before", "after"] as const).map((side) => [
            "results.yaml",
            `results[${index + 1}].shows.${side}`,
            shows[side],
          ]),
    ),
    ...Object.entries(images ?? {}).flatMap(([name, { phone }]): [string, string, string | undefined][] => [
      ["images/images.yaml", name, name],
      ["images/images.yaml", `${name}.phone`, phone],
    ]),
  ];
  const undescribed = new Set<string>();
  for (const [file, field, picture] of references) {
    if (!picture) continue;
    if (!pictures.includes(picture)) {
      const message = `'${field}' names the picture '${picture}', but ${join(folder, "images")} has none of that name.${didYouMean(picture, pictures)} Add it or correct the name.`;
      note(file, message, field);
    } else if (images && !(picture in images)) {
      undescribed.add(picture);
    }
  }
  for (const picture of undescribed) {
    const message = `'${picture}' has no alt text. Add a line such as: ${picture}: { alt: What the picture shows }`;
    note("images/images.yaml", message, picture);
  }
}

/** Every internal link has to lead to a page and an anchor that exist. This needs the complete content. */
export function checkLinks(content: Content, report: Report) {
  const paths = listPages(content).map(({ path }) => path);
  const anchors = listAnchors(content.pages, content.paths);
  const links = listContentValues(content).filter(({ field }) => /(^|\.)to$| link$/.test(field));
  for (const { file, field: rawField, value } of links) {
    const field = rawField.replace(/ link$/, "");
    const to = String(value);
    if (!to.startsWith("/")) {
      if (!/^(https:\/\/|mailto:|tel:|#)/.test(to))
        report(file, `a link leads to '${to}'. Begin it with / for a page of the site, or with https://`, field);
      continue;
    }
    const [path = "", anchor] = to.split("#");
    const known = anchors.get(path)?.map(({ id }) => id);
    if (!paths.includes(path)) {
      report(
        file,
        `a link leads to '${to}', but there is no such page.${didYouMean(path, paths)} Correct the address.`,
        field,
      );
    } else if (anchor && known && !known.includes(anchor)) {
      report(
        file,
        `a link leads to '${to}', but that page has no such place.${didYouMean(anchor, known)} Correct it.`,
        field,
      );
    }
  }
}
