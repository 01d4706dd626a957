import { describePicture, type Format, readMaster, variants } from "./pictures/pictures.ts";
import { readContent } from "./read-content.ts";
import type { optionalFacts } from "./schemas/studio-schemas.ts";

/** What pages are made of beside the words. */
export interface PageSettings {
  contentFolder: string;
  /** Written into canonical links, so a build is made for one address. */
  siteUrl: string;
  /** The privacy policy states it. */
  retentionDays: number;
}

export type SiteContent = ReturnType<typeof loadContent>;

/** The content as pages use it. Read once for a build, and anew for every request while editing. */
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
    /** Facts the owner has filled in, with what they are called. */
    labelledFacts: (...names: (typeof optionalFacts)[number][]) =>
      names.flatMap((name) => {
        const text = content.studio.more?.[name];
        return text ? [{ label: content.site.more[name], text }] : [];
      }),
    picture(name: string) {
      return describePicture(contentFolder, name, content.images[name]);
    },
    /** The smallest size of a treatment's own picture. A path's would stand beside every name. */
    async thumbnail(slug: string) {
      const name = content.treatments.get(slug)?.picture;
      if (!name) return;
      const sizes = variants(await readMaster(contentFolder, name));
      const smallest = (wanted: Format) => sizes.find(({ format }) => format === wanted)?.url ?? "";
      return { avif: smallest("avif"), webp: smallest("webp") };
    },
  };
}
