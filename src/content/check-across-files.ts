import { type Content, fileSchemas, type PartialContent } from "./content.ts";
import { listPictureFiles, listTreatmentSlugs, type Texts } from "./content-folder.ts";
import { type FileProblem, formatFieldPath, type ReportProblem } from "./content-problems.ts";
import { listContentValues, listFileValues } from "./content-values.ts";
import { contrast, darkestBackground, nightBackground, pageBackground } from "./contrast.ts";
import { listEmptyPages, listHiddenTreatments, listPages } from "./page-list.ts";
import { listAnchors } from "./pages.ts";
import { dialledNumber } from "./phone.ts";
import { isLogoThere } from "./pictures/mark.ts";
import type { CodedProblem } from "./problem-sentences.ts";
import { listReferences } from "./schemas/schema-tree.ts";

/**
 * Checks that whatever one file names exists in another. A file with a mistake of its own is missing here; whatever
 * depends on it is checked once that mistake is fixed.
 */
export function checkAcrossFiles(folder: string, content: PartialContent, report: ReportProblem, texts?: Texts) {
  const slugs = listTreatmentSlugs(folder, texts);
  const pictures = [...listPictureFiles(folder, texts).keys()];
  if (content.studio) checkStudio(folder, content.studio, report, texts);
  checkPaths(slugs, content, report);
  checkReferences(pictures, slugs, content, report);
}

/** No words are set in the accent, so it needs less contrast than they do, but below this its lines disappear. */
const leastAccentContrast = 1.5;

function checkStudio(folder: string, studio: Content["studio"], report: ReportProblem, texts: Texts = new Map()) {
  const complain = (field: string, problem: CodedProblem) => report({ file: "studio.yaml", field, ...problem });
  const { logo, colours, address, phone, notice } = studio;
  const isLost = (ground: string) => contrast(colours.accent, ground) < leastAccentContrast;
  const params = { colour: colours.accent };
  if (isLost(pageBackground)) complain("colours.accent", { code: "accent_too_light", params });
  if (isLost(nightBackground)) complain("colours.accent", { code: "accent_too_dark", params });
  if (logo && !isLogoThere(folder, logo, texts)) complain("logo", { code: "logo_missing", params: { name: logo } });
  const dialled = dialledNumber(studio);
  if (!dialled) complain("phone", { code: "country_unknown", params: { country: address.country } });
  // A North American number has ten digits, and one digit too few is easily overlooked.
  const digits = phone.value.replace(/\D/g, "").replace(/^1/, "").length;
  if (dialled.startsWith("+1") && digits !== 10) complain("phone", { code: "phone_digits", params: { digits } });
  if (notice) checkNotice(notice, (field, problem) => complain(`notice.${field}`, problem));
}

/** The days and hours of a notice are read by machines, so they must not contradict each other. */
function checkNotice(
  { text, from, until, shownFrom, hours, opens, closes }: NonNullable<Content["studio"]["notice"]>,
  complain: (field: string, problem: CodedProblem) => void,
) {
  if (!text) return;
  if (!until) complain("until", { code: "notice_without_end" });
  else if (from && from > until) complain("from", { code: "notice_begins_after_end", params: { until } });
  else if (shownFrom && shownFrom > until)
    complain("shownFrom", { code: "notice_begins_after_end", params: { until } });
  if (hours !== "other hours") return;
  if (!opens || !closes) complain(opens ? "closes" : "opens", { code: "notice_without_hours" });
  else if (opens >= closes) complain("closes", { code: "closes_before_opens" });
}

/** Every treatment is in a path and once, every path has an id of its own, and its colour can be read. */
function checkPaths(slugs: string[], { paths, treatments }: PartialContent, report: ReportProblem) {
  for (const [slug, { related }] of treatments) {
    if (related.includes(slug))
      report({ file: `treatments/${slug}.yaml`, field: "related", code: "related_to_itself" });
  }
  if (!paths) return;
  const complain = (problem: FileProblem) => report({ file: "paths.yaml", ...problem });
  const listed = paths.map(({ treatments: items }) => items.flatMap((item) => ("slug" in item ? [item.slug] : [])));
  for (const [index, { title, colour }] of paths.entries()) {
    const field = `paths[${index + 1}]`;
    const slug = firstRepeated(listed[index] ?? []);
    if (slug) complain({ field: `${field}.treatments`, code: "treatment_twice", params: { title, slug } });
    if (contrast(colour.ink, darkestBackground) < 4.5)
      complain({ field: `${field}.colour.ink`, code: "ink_too_light", params: { title, colour: colour.ink } });
  }
  const id = firstRepeated(paths.map((path) => path.id));
  if (id) complain({ field: "paths", code: "path_twice", params: { id } });
  for (const slug of slugs.filter((name) => !listed.flat().includes(name)))
    complain({ field: "paths", code: "treatment_unlisted", params: { slug } });
}

const firstRepeated = (names: string[]) => names.find((name, index) => names.indexOf(name) !== index);

/** Whatever a field names exists: the schemas say what kind of thing each field names. */
function checkReferences(pictures: string[], slugs: string[], content: PartialContent, report: ReportProblem) {
  const { paths, studio, pages, images } = content;
  const known = {
    paths: paths?.map(({ id }) => id),
    treatments: slugs,
    questions: studio && Object.keys(studio.gates),
    rules: pages.treatment?.before.rules.map(({ id }) => id),
    pictures,
  };
  const references = listFileValues(content).flatMap(([file, value]) =>
    listReferences(fileSchemas[file] ?? fileSchemas["treatments/*.yaml"], value).map((reference) => ({
      file,
      ...reference,
    })),
  );
  for (const name of Object.keys(images ?? {}))
    references.push({ file: "images/images.yaml", keys: [name], to: "pictures", name });
  const undescribed = new Set<string>();
  for (const { file, keys, to, name } of references) {
    // What is only for a treatment that was removed stays in its file, and is not shown.
    if (keys.at(-1) === "for" && content.former?.some(({ slug }) => slug === name)) continue;
    const names = known[to];
    if (names && !names.includes(name)) {
      report({ file, field: formatFieldPath(keys), code: "reference_unknown", params: { name, to } });
    } else if (to === "pictures" && images && !(name in images)) undescribed.add(name);
  }
  for (const name of undescribed)
    report({ file: "images/images.yaml", field: name, code: "picture_undescribed", params: { name } });
}

/** Every internal link has to lead to a page and an anchor that exist. This needs the complete content. */
export function checkLinks(content: Content, report: ReportProblem) {
  // The pages leave out a link to one that has nothing to show yet.
  const paths = [
    ...listPages(content).map(({ path }) => path),
    ...listEmptyPages(content),
    ...listHiddenTreatments(content),
  ];
  const anchors = listAnchors(content.pages, content.paths);
  const links = listContentValues(content).filter(({ field }) => /(^|\.)to$| link$/.test(field));
  for (const { file, field: rawField, value } of links) {
    const field = rawField.replace(/ link$/, "");
    const to = String(value);
    if (!to.startsWith("/")) {
      if (!/^(https:\/\/|mailto:|tel:|#)/.test(to)) report({ file, field, code: "link_form", params: { to } });
      continue;
    }
    const [path = "", anchor] = to.split("#");
    const known = anchors.get(path)?.map(({ id }) => id);
    if (!paths.includes(path)) report({ file, field, code: "link_page", params: { to } });
    else if (anchor && known && !known.includes(anchor)) report({ file, field, code: "link_anchor", params: { to } });
  }
}
