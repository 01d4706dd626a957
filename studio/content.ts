import { describePicture, type Format, readMaster, variants } from "./pictures.ts";
import { readContent } from "./read.ts";
import type { moreFacts } from "./schemas.ts";

/** Where the words are, seen from the folder every command is run in. */
export const contentFolder = process.env.CONTENT_DIR?.trim() || "content";

export type OpenContent = ReturnType<typeof openContent>;

/** The content as pages use it. Read once for a build, and anew for every request while editing. */
export function openContent() {
  const content = readContent(contentFolder);

  return {
    ...content,
    call: {
      text: `${content.site.orCall} ${content.studio.phone.value}`,
      href: `tel:${content.studio.phoneE164}`,
    },
    /** Facts the owner has filled in, with what they are called. */
    more: (...names: (typeof moreFacts)[number][]) =>
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
