import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Texts } from "../content/content-folder.ts";
import { readMasters } from "../content/pictures/pictures.ts";
import type { PageSettings } from "../content/site-content.ts";
import type { BuildSettings } from "../settings/settings.ts";
import { editorBuild, serverFolder } from "./build-folder.ts";
import { codeFingerprint } from "./fingerprint.ts";
import { previewPolicy } from "./response-headers.ts";

type Renderer = typeof import("../site/render.tsx");
export type PreviewSite = Awaited<ReturnType<Renderer["openSite"]>>;

/** Opens the site with these texts in place of the files of the content folder. */
export type OpenPreview = (
  annotate: NonNullable<PageSettings["annotate"]>,
  texts?: Texts,
) => Promise<PreviewSite | undefined>;

/** The folder with the editor's bundles and the page renderer, or undefined when none was built from this code. */
export function findEditorBundles(buildFolder: string): string | undefined {
  const code = codeFingerprint();
  const built = (folder: string) =>
    existsSync(join(folder, "code")) && readFileSync(join(folder, "code"), "utf8") === code;
  const found = [serverFolder(buildFolder), join(editorBuild(buildFolder), "server")].find(built);
  // Another release may replace the link at any time.
  return found && realpathSync(found);
}

/** Renders pages with the function that renders the built ones. Gives undefined while the content has a mistake. */
export function createPreviewRenderer(settings: BuildSettings, bundles: string): OpenPreview {
  const assets = JSON.parse(readFileSync(join(bundles, "preview.json"), "utf8"));
  const renderer: Promise<Renderer> = import(pathToFileURL(join(bundles, "render.js")).href);
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
