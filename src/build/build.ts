import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ContentError } from "../content/content-problems.ts";
import { publishingBlockers } from "../content/launch/launch-check.ts";
import { listUnofferedNames, withoutDrafts } from "../content/offer.ts";
import { type Master, publishedVariants, readMasters } from "../content/pictures/pictures.ts";
import { readContent } from "../content/read-content.ts";
import { typesetContent } from "../content/typeset.ts";
import { loadEnvironment } from "../settings/load.ts";
import { type BuildSettings, readBuildSettings } from "../settings/settings.ts";
import { SettingsError } from "../settings/variables.ts";
import { currentRelease, editorBuild, withoutNotice } from "./build-folder.ts";
import { compress } from "./compress.ts";
import { drawCards } from "./draw-cards.ts";
import { drawIcons } from "./draw-icons.ts";
import { encodePicture, isEncodingLeft } from "./encode-picture.ts";
import { onEveryCore } from "./every-core.ts";
import { codeFingerprint, fingerprint, stampOf } from "./fingerprint.ts";
import { writeHostFiles } from "./host-files.ts";
import { writeManifest } from "./release-files.ts";
import { openRelease } from "./releases.ts";
import { writeSiteFiles } from "./site-files.ts";

process.env.NODE_ENV = "production";

/** The pictures that are enough where some are still to be encoded. */
const enough = (["first-look", "quick"] as const).find((name) => process.argv.includes(`--${name}`));
let release: ReturnType<typeof openRelease> | undefined;
// The editor that started this build may be killed. Pages that it can no longer record must not replace the others.
process.once("disconnect", () => {
  release?.discard();
  process.exit(1);
});
process.channel?.unref();
try {
  const settings = readBuildSettings(loadEnvironment());
  if (process.argv.includes("--editor")) {
    const { addEditorBundles } = await import("./bundles.ts");
    await addEditorBundles(editorBuild(settings.buildFolder), settings);
  } else {
    release = openRelease(settings.buildFolder);
    const built = await build(release.folder, settings);
    release.publish();
    console.log(`Built ${built} in ${Math.round(performance.now() / 1000)} s, in ${settings.buildFolder}`);
  }
} catch (error) {
  release?.discard();
  // The bundled renderer has its own ContentError class, so the error is recognised by its name.
  if (!(error instanceof Error && (error.name === "ContentError" || error instanceof SettingsError))) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}

/** Returns what it built, in words. */
async function build(folder: string, settings: BuildSettings): Promise<string> {
  const inputs = fingerprint(settings);
  const code = codeFingerprint();
  const { contentFolder, siteUrl: address } = settings;
  const content = withoutDrafts(readContent(contentFolder));
  const problems = publishingBlockers(contentFolder, content, address);
  if (problems.length) throw new ContentError(contentFolder, problems);

  const site = join(folder, "client");
  mkdirSync(join(site, "pictures"), { recursive: true });
  // Pictures come first: an open picture and the page renderer together would need too much memory.
  const found = await readMasters(contentFolder);
  const kind = enough && isEncodingLeft(found, address) ? enough : "all";
  const masters = found.map((master) => ({ ...master, isFirstLook: kind === "first-look" }));
  const variantsOf = (master: Master) => publishedVariants(master, content.images[master.name]?.thumbnail);
  const pictures = masters.flatMap(variantsOf).length;
  const countPicture = openCounter("Encoding pictures", pictures);
  for (const master of masters) {
    await onEveryCore(variantsOf(master), async (variant) => {
      writeFileSync(join(site, variant.url), await encodePicture(master, variant, kind === "quick"));
      countPicture();
    });
  }
  await drawIcons(site, contentFolder, content.studio);
  await drawCards(site, contentFolder, typesetContent(content));

  const { renderPages } = await import("./render-pages.ts");
  const buildInfo = await renderPages(folder, settings, masters);
  writeSiteFiles(site, content, address);
  writeHostFiles(site, buildInfo);
  for (const pages of ["client", ...(buildInfo.notice ? [withoutNotice] : [])])
    await compress(folder, pages, currentRelease(settings.buildFolder));
  writeManifest(folder, { code, inputs: stampOf(inputs, kind) });
  const unoffered = listUnofferedNames(content).length;
  if (unoffered)
    console.log(`Sentences that name what is not offered: ${unoffered} (npm run launch-check lists them).`);
  if (buildInfo.hidden)
    console.log(`Search engines are asked to stay away: ${buildInfo.hidden}. See npm run launch-check.`);
  return `${Object.keys(buildInfo.policies).length} pages and ${pictures} picture files for ${address}`;
}

/** Counts what takes minutes where nothing is encoded yet, and prints how far it is every few seconds. */
function openCounter(what: string, total: number) {
  let done = 0;
  let printed = performance.now();
  return () => {
    done += 1;
    const now = performance.now();
    if (now - printed < 5_000) return;
    printed = now;
    console.log(`${what}: ${done} of ${total}, ${Math.round(now / 1000)} s`);
  };
}
