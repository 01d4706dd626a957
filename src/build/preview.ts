import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { Texts } from "../content/content-folder.ts";
import { readMasters } from "../content/pictures/pictures.ts";
import type { PageSettings } from "../content/site-content.ts";
import type { BuildSettings } from "../settings/settings.ts";
import { editorBuild, serverFolder } from "./build-folder.ts";
import { loadRenderer, type Renderer, readBundles, withoutScripts } from "./bundles.ts";
import { previewPolicy } from "./response-headers.ts";

export type PreviewSite = Awaited<ReturnType<Renderer["openSite"]>>;

/** Opens the site with these texts in place of the files of the content folder. */
export type OpenPreview = (
  annotate: NonNullable<PageSettings["annotate"]>,
  texts?: Texts,
) => Promise<PreviewSite | undefined>;

/** The folder with the editor's bundles and the page renderer, or undefined when none was built from this code. */
export function findEditorBundles(buildFolder: string): string | undefined {
  const found = [serverFolder(buildFolder), join(editorBuild(buildFolder), "server")].find(readBundles);
  // Another release may replace the link at any time.
  return found && realpathSync(found);
}

/** Renders pages with the function that renders the built ones. Gives undefined while the content has a mistake. */
export function createPreviewRenderer(settings: BuildSettings, folder: string): OpenPreview {
  const bundles = readBundles(folder);
  if (!bundles) throw new Error(`${folder} was built by other code than this`);
  const { preferencesSheet: _, ...styles } = bundles.assets;
  const assets = { ...styles, ...withoutScripts };
  const renderer = loadRenderer(folder);
  return async (annotate, texts) => {
    try {
      const { openSite } = await renderer;
      const masters = await readMasters(settings.contentFolder);
      return await openSite({ ...settings, annotate }, assets, previewPolicy, masters, texts);
    } catch (error) {
      // The bundled renderer has its own ContentError class, so the error is recognised by its name.
      if (error instanceof Error && error.name === "ContentError") return undefined;
      throw error;
    }
  };
}
