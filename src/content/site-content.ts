import { describePicture, type Format, readMaster, variants } from "./pictures/pictures.ts";
import { readContent } from "./read-content.ts";
import type { optionalFacts } from "./schemas/studio-schemas.ts";

/** The data that pages need besides the content. */
export interface PageSettings {
  contentFolder: string;
  /** The address is part of canonical links, so each build is for one address. */
  siteUrl: string;
  /** The privacy policy states it. */
  retentionDays: number;
}

export type SiteContent = ReturnType<typeof loadContent>;

/** The content as pages use it. A build reads it once; the development server reads it for every request. */
export function loadContent({ contentFolder, siteUrl, retentionDays }: PageSettings) {
  const content = readContent(contentFolder);

  return {
    ...content,
    siteUrl,
    retentionDays,
    call: {
      text: `${content.site.orCall} ${content.studio.phone.value}`,
      href: `tel:${content.studio.phoneE164}`,
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
    /** The smallest size of a treatment's own picture. Its path's would repeat beside every name, so it is not used. */
    async thumbnail(slug: string) {
      const name = content.treatments.get(slug)?.picture;
      if (!name) return;
      const sizes = variants(await readMaster(contentFolder, name));
      const smallest = (wanted: Format) => sizes.find(({ format }) => format === wanted)?.url ?? "";
      return { avif: smallest("avif"), webp: smallest("webp") };
    },
  };
}
