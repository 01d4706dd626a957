import { createRequire } from "node:module";
import { loadEnvironment } from "../settings/load.ts";
import { SettingsError } from "../settings/variables.ts";
import { createEditorProcess } from "./editor-process.ts";
import { followReleases } from "./follow-releases.ts";
import { run } from "./run.ts";

await run(
  ({ siteUrl, buildFolder }, log) => followReleases(buildFolder, { siteUrl, log }),
  ({ siteUrl }, log) => {
    checkPackages();
    return createEditorProcess({
      address: new URL("/edit/", siteUrl ?? "").href,
      environment: loadEnvironment(),
      log,
    });
  },
);

/** The editor needs what a build needs, and says so at the start. */
function checkPackages() {
  const { resolve } = createRequire(import.meta.url);
  try {
    for (const name of ["sharp", "yaml", "vite"]) resolve(name);
  } catch {
    throw new SettingsError("EDIT is on, but the packages of a build are not installed: run npm run build.");
  }
}
