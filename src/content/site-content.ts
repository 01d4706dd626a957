import type { Content } from "./content.ts";
import type { Texts } from "./content-folder.ts";
import { currentNotice } from "./notice.ts";
import { applyVersion, listOffered, offeredOnly, withoutDrafts } from "./offer.ts";
import { listEmptyPages, listHiddenTreatments } from "./page-list.ts";
import { phoneLink } from "./phone.ts";
import { loadMark } from "./pictures/mark.ts";
import { describePicture, readMaster, thumbnailVariant } from "./pictures/pictures.ts";
import { describePrice } from "./price.ts";
import { readContent } from "./read-content.ts";
import type { Block } from "./schemas/prose.ts";
import type { optionalFacts } from "./schemas/studio-schemas.ts";
import { addSharedLines } from "./shared-lines.ts";
import { typesetContent } from "./typeset.ts";

/** The data that pages need besides the content. */
export interface PageSettings {
  contentFolder: string;
  /** The address is part of canonical links, so each build is for one address. */
  siteUrl: string;
  /** The privacy policy states it. */
  retentionDays: number;
  /** Whether views can be counted where the pages are served. */
  countVisits?: boolean;
  /** The moment that the pages are made for. They leave out a notice that has ended by then. */
  now?: number;
  /** Leaves out the line of the notice, as visitors see the pages before its first day and after its last. */
  withoutNotice?: boolean;
  /** The editor's preview notes in each text which field it comes from. It also shows what is not on the site yet. */
  annotate?: (content: Content) => Content;
}

export type SiteContent = ReturnType<typeof prepareContent>;

/** Whether a paragraph of the privacy policy is shown only under a condition, which stands at its beginning. */
const isShownIf =
  (condition: string) =>
  (block: Block): boolean =>
    block.kind === "paragraph" && block.text.parts.some((part) => typeof part === "string" && part.includes(condition));
/** Such a paragraph is true only where visitors get an email. */
export const isAboutConfirmation = isShownIf("{ifConfirmed}");
/** Such a paragraph is true only where views are counted. */
export const isAboutCounting = isShownIf("{ifCounted}");

/** Makes a function that takes the links to these pages out of a value: out of a list whole, and their words remain in a text. */
function unlinkPages(addresses: string[]): <Value>(value: Value) => Value {
  const isGone = (link: unknown) => typeof link === "string" && addresses.includes(link.replace(/#.*/, ""));
  const unlink = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.filter((item) => !isGone(item?.to)).map(unlink);
    if ("href" in value && "text" in value && isGone(value.href)) return value.text;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unlink(inner)]));
  };
  return (value) => (addresses.length ? (unlink(value) as typeof value) : value);
}

/** Reads the content for the pages. A build does it once; the development server and the editor do it again. */
export const loadContent = (settings: PageSettings, texts?: Texts) =>
  prepareContent(readContent(settings.contentFolder, texts), settings);

/** With the treatments that are not on the site yet, as they will be. */
const publishAll = (content: Content): Content => ({
  ...content,
  treatments: new Map([...content.treatments].map(([slug, treatment]) => [slug, { ...treatment, draft: false }])),
});

/** The content as pages use it: with their settings, typeset, and without what is not offered. */
export function prepareContent(given: Content, settings: PageSettings) {
  const { contentFolder, siteUrl, retentionDays, countVisits = false } = settings;
  const { now = Date.now(), withoutNotice, annotate = (content) => content } = settings;
  const known = settings.annotate ? publishAll(given) : given;
  const words = typesetContent(withoutDrafts(known));
  const { pages, paths, results, testimonials, treatments, ...content } = annotate(words);
  const { notOffered } = pages.treatment;
  const offered = listOffered(words);
  const keep = offeredOnly(words);
  const openPaths = new Set(
    keep(paths)
      .filter(({ treatments: items }) => items.some((item) => !("slug" in item) || offered.has(item.slug)))
      .map(({ id }) => id),
  );
  const notice = currentNotice(content.studio, now);
  const { street, city, province, postalCode } = content.studio.address;
  const policySays = (isParagraph: typeof isAboutCounting) =>
    pages.privacy.sections.some(({ text }) => text.some(isParagraph));
  const inOpenPath = ({ path }: { path: string }) => openPaths.has(path);
  const none = { description: notOffered.row, card: notOffered.row };

  const shown = {
    pages: keep(pages),
    testimonials: keep(testimonials).filter(inOpenPath),
    treatments: new Map(
      [...treatments].map(([slug, treatment]) => {
        const shown = applyVersion(treatment);
        const description = offered.has(slug) ? shown.description : `${notOffered.heading} ${notOffered.text}`;
        const price = offered.has(slug) && shown.priceFrom ? describePrice(shown.priceFrom, content.studio) : undefined;
        return [
          slug,
          {
            ...shown,
            description,
            price,
            priceFrom: price && shown.priceFrom,
            body: addSharedLines(shown, pages.treatment),
          },
        ];
      }),
    ),
  };
  const unlink = unlinkPages([...listEmptyPages(shown), ...listHiddenTreatments(known)]);

  return {
    ...content,
    site: unlink(content.site),
    notice,
    noticeLine: withoutNotice ? undefined : notice,
    /** The treatments that are offered. Home, About, the paths, the gallery and the reviews name no other. */
    offered,
    pages: unlink(shown.pages),
    paths: keep(paths).map((path) => {
      const isOpen = openPaths.has(path.id);
      return { ...path, ...(!isOpen && none), isOpen };
    }),
    results: keep(results).filter(inOpenPath),
    testimonials: shown.testimonials,
    treatments: new Map([...shown.treatments].map(([slug, treatment]) => [slug, unlink(treatment)])),
    siteUrl,
    retentionDays,
    /** Both are done only if the owner has switched them on, and a paragraph of the policy says so. */
    confirmsToVisitor: content.studio.confirmToVisitor && policySays(isAboutConfirmation),
    countsVisits: countVisits && content.studio.countVisits && policySays(isAboutCounting),
    call: { before: content.site.orCall, ...phoneLink(content.studio) },
    addressLines: [street.value, `${city}, ${province} ${postalCode.value}`],
    /** Lists the facts that the owner has filled in, with their labels. */
    labelledFacts: (...names: (typeof optionalFacts)[number][]) =>
      names.flatMap((name) => {
        const text = content.studio.more?.[name];
        return text ? [{ label: content.site.more[name], text }] : [];
      }),
    mark: () => loadMark(contentFolder, content.studio),
    picture(name: string) {
      return describePicture(contentFolder, name, content.images[name]);
    },
    /** The small version of a treatment's own picture. A path's picture would repeat, so it is not used. */
    async thumbnail(slug: string) {
      const name = treatments.get(slug)?.picture;
      if (!name) return;
      return thumbnailVariant(await readMaster(contentFolder, name), content.images[name]?.thumbnail)?.url;
    },
  };
}
