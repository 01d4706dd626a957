import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { siteFolder } from "../../build/build-folder.ts";
import type { OpenPreview, PreviewSite } from "../../build/preview.ts";
import { thumbnailWidth } from "../../content/pictures/pictures.ts";
import type { PreviewRequest } from "./api-types.ts";
import type { Editor } from "./editor.ts";

/** Each window of the owner needs its newest one, and the one before it while that is still loading. */
const maxLaidOver = 12;

const pictureAddress = /\/pictures\/(?=[a-z\d-]+-\d+-[\da-f]{8}\.(?:avif|webp)\b)/g;

/** Shows the pages as they would be built now, with the words of a window that are not saved yet laid over them. */
export function createPreview(editor: Editor, openSite: OpenPreview, buildFolder: string) {
  const laidOver = new Map<string, PreviewSite>();
  let lastGood: PreviewSite | undefined;

  return {
    /** The id is for /edit/page/ADDRESS?words=ID. It is null when a page with these words could not be published; the window then keeps the page it shows. */
    async layOver({ edits }: PreviewRequest): Promise<{ id: string | null }> {
      const texts = editor.saving.textsWith(edits);
      const site = texts && (await openSite(texts));
      if (!site) return { id: null };
      const id = randomUUID();
      laidOver.set(id, site);
      for (const old of [...laidOver.keys()].slice(0, -maxLaidOver)) laidOver.delete(old);
      return { id };
    },

    /** While a file has a mistake, the page is shown as it was before. */
    async page(path: string, id: string | null) {
      const site = laidOver.get(id ?? "") ?? (await openSite()) ?? lastGood;
      if (!site) return { status: 503, html: notYet, policy: "default-src 'none'; frame-ancestors 'self'" };
      if (!id) lastGood = site;
      const known = site.paths.includes(path);
      const { html, policy } = await site.render(known ? path : "/404");
      const ownPictures = html.replaceAll(pictureAddress, "/edit/pictures/");
      return { status: known ? 200 : 404, html: ownPictures, policy };
    },

    /** A picture as the last build encoded it. One that is newer than the build is encoded quickly. */
    async picture(name: string) {
      const built = join(siteFolder(buildFolder), "pictures", basename(name));
      if (existsSync(built)) return { bytes: readFileSync(built), type: `image/${name.split(".").at(-1)}` };
      const [, picture = "", width] = /^([a-z\d-]+)-(\d+)-[\da-f]{8}\./.exec(name) ?? [];
      const detail =
        Number(width) === thumbnailWidth ? editor.store.validContent()?.images[picture]?.thumbnail : undefined;
      const bytes = await editor.pictures.thumbnail(picture, Math.min(1600, Number(width)), detail);
      return bytes && { bytes, type: "image/webp" };
    },
  };
}

export type Preview = ReturnType<typeof createPreview>;

const notYet =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Something to fix</title><p>The page is shown as soon as the content has no mistake.</p></html>';
