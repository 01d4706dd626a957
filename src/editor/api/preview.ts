import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { siteFolder } from "../../build/build-folder.ts";
import type { OpenPreview } from "../../build/preview.ts";
import type { Texts } from "../../content/content-folder.ts";
import { loadLogo } from "../../content/pictures/mark.ts";
import { thumbnailWidth } from "../../content/pictures/pictures.ts";
import { versionOf } from "../formats/source-file.ts";
import type { Editor } from "./editor.ts";
import { createFieldLinks } from "./field-links.ts";
import type { PreviewRequest } from "./request-bodies.ts";

/** Each window of the owner needs its newest one, and the one before it while that is still loading. */
const maxKept = 12;

const pictureAddress = /\/pictures\/(?=(?:[a-z\d-]+-\d+-[\da-f]{8}\.(?:avif|webp)|logo-[\da-f]{8}\.(?:svg|png))\b)/g;

/** Shows the pages as they would be built now, with the words of a window that are not saved yet in place of those of the files. */
export function createPreview(editor: Editor, openSite: OpenPreview, buildFolder: string) {
  const kept = new Map<string, PreviewPage>();
  let renderLast: RenderPage | undefined;

  /** Gives what renders the pages with these texts, or undefined while one of them has a mistake. */
  async function open(texts?: Texts): Promise<RenderPage | undefined> {
    const { sign, fieldsIn } = createFieldLinks(editor.store.fields);
    const site = await openSite(sign, texts);
    if (!site) return undefined;
    return async (path) => {
      const known = site.paths.includes(path);
      const rendered = await site.render(known ? path : "/404");
      const html = rendered.html.replaceAll(pictureAddress, "/edit/pictures/");
      // The window reads it, and does not load a page again that it shows already.
      const id = versionOf(Buffer.from(html));
      const linked = `<script type="application/json" id="preview">${JSON.stringify({ id, fields: fieldsIn(html) })}</script>`;
      return { id, status: known ? 200 : 404, html: html + linked, policy: rendered.policy };
    };
  }

  /** While a file has a mistake, the page is shown as it was before. */
  async function renderSaved(path: string): Promise<PreviewPage> {
    renderLast = (await open()) ?? renderLast;
    return renderLast ? renderLast(path) : notYet;
  }

  return {
    /**
     * Renders a page and keeps it for /edit/page/ADDRESS?preview=ID. The id is null when a page with these words could not
     * be published; the window then keeps the page it shows.
     */
    async previewWith({ path, edits }: PreviewRequest): Promise<{ id: string | null }> {
      const texts = editor.saving.textsWith(edits);
      const render = texts?.size ? await open(texts) : renderSaved;
      if (!texts || !render) return { id: null };
      const page = await render(path);
      kept.delete(page.id);
      kept.set(page.id, page);
      for (const old of [...kept.keys()].slice(0, -maxKept)) kept.delete(old);
      return { id: page.id };
    },

    page: async (path: string, id: string | undefined) => (id && kept.get(id)) || (await renderSaved(path)),

    /** A picture as the last build encoded it. One that is newer than the build is encoded quickly. */
    async picture(name: string) {
      const own = editor.store.validContent()?.studio.logo;
      if (own && name.startsWith("logo-")) {
        const { bytes, type } = await loadLogo(editor.store.folder, own);
        return { bytes, type: `image/${type}` };
      }
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

type RenderPage = (path: string) => Promise<PreviewPage>;

interface PreviewPage {
  id: string;
  status: 200 | 404 | 503;
  html: string;
  policy: string;
}

const notYet: PreviewPage = {
  id: "",
  status: 503,
  html: '<!doctype html><html lang="en"><meta charset="utf-8"><title>Something to fix</title><p>The page is shown as soon as the content has no mistake.</p></html>',
  policy: "default-src 'none'; frame-ancestors 'self'",
};
