import type { Content } from "./content.ts";
import { fillCounts } from "./counts.ts";
import { currentNotice } from "./notice.ts";
import { applyVersion, listOffered, offeredOnly } from "./offer.ts";
import { phoneLink } from "./phone.ts";
import { describePicture, readMaster, thumbnailVariant } from "./pictures/pictures.ts";
import { readContent, type Texts } from "./read-content.ts";
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
  /** The privacy policy says so where it is on. */
  confirmToVisitor?: boolean;
  /** Whether views can be counted where the pages are served. */
  countVisits?: boolean;
  /** The moment that the pages are made for. They leave out a notice that has ended by then. */
  now?: number;
}

export type SiteContent = ReturnType<typeof prepareContent>;

/** Whether a paragraph of the privacy policy is shown only under a condition, which stands at its beginning. */
const isMarked =
  (mark: string) =>
  (block: Block): boolean =>
    block.kind === "paragraph" && block.text.parts.some((part) => typeof part === "string" && part.includes(mark));
/** Such a paragraph is true only where visitors get an email. */
export const isAboutConfirmation = isMarked("{ifConfirmed}");
/** Such a paragraph is true only where views are counted. */
export const isAboutCounting = isMarked("{ifCounted}");

/** Reads the content for the pages. A build does it once; the development server and the editor do it again. */
export const loadContent = (settings: PageSettings, texts?: Texts) =>
  prepareContent(readContent(settings.contentFolder, texts), settings);

/** The content as pages use it: with their settings, typeset, and without what is not offered. */
export function prepareContent(given: Content, settings: PageSettings) {
  const { contentFolder, siteUrl, retentionDays, confirmToVisitor = false, countVisits = false } = settings;
  const { now = Date.now() } = settings;
  const { pages, paths, results, testimonials, treatments, ...content } = typesetContent(given);
  const { notOffered } = pages.treatment;
  const offered = listOffered({ ...content, treatments });
  const keep = offeredOnly({ ...content, treatments, paths });
  const openPaths = new Set(
    keep(paths)
      .filter(({ treatments: items }) => items.some((item) => !("slug" in item) || offered.has(item.slug)))
      .map(({ id }) => id),
  );
  const inOpenPath = ({ path }: { path: string }) => openPaths.has(path);
  const none = { description: notOffered.row, card: notOffered.row, index: notOffered.row };
  const fill = fillCounts({ treatments: offered.size, paths: paths.length });

  return {
    ...content,
    notice: currentNotice(content.studio, now),
    /** The treatments that are offered. Home, About, the paths, the gallery and the reviews name no other. */
    offered,
    pages: fill(keep(pages)),
    paths: fill(keep(paths)).map((path) => {
      const isOpen = openPaths.has(path.id);
      return { ...path, ...(!isOpen && none), isOpen };
    }),
    results: keep(results).filter(inOpenPath),
    testimonials: keep(testimonials).filter(inOpenPath),
    treatments: new Map(
      [...treatments].map(([slug, treatment]) => {
        const shown = applyVersion(treatment);
        const description = offered.has(slug) ? shown.description : `${notOffered.heading} ${notOffered.text}`;
        return [slug, { ...shown, description, body: addSharedLines(shown, pages.treatment) }];
      }),
    ),
    siteUrl,
    retentionDays,
    confirmToVisitor,
    /** Whether views are counted: the owner has switched it on, and a paragraph of the policy says so. */
    countsVisits:
      countVisits &&
      content.studio.countVisits &&
      pages.privacy.sections.some(({ blocks }) => blocks.some(isAboutCounting)),
    call: {
      text: content.site.orCall,
      number: content.studio.phone.value,
      href: phoneLink(content.studio).href,
    },
    /** Lists the facts that the owner has filled in, with their labels. */
    labelledFacts: (...names: (typeof optionalFacts)[number][]) =>
      names.flatMap((name) => {
        const text = content.studio.more?.[name];
        return text ? [{ label: content.site.more[name], text }] : [];
      }),
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
