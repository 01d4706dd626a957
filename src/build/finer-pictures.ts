import { constants, setPriority } from "node:os";
import sharp from "sharp";
import { readMasters, variants } from "../content/pictures/pictures.ts";
import { loadEnvironment } from "../settings/load.ts";
import { readBuildSettings } from "../settings/settings.ts";
import { isFirstLook, runBuild } from "./build-if-changed.ts";
import { encodePicture } from "./encode-picture.ts";

// This runs beside a server that was started with the pictures of a first look, and must not slow it: one core, at low priority.
setPriority(constants.priority.PRIORITY_LOW);
sharp.concurrency(1);
const settings = readBuildSettings(loadEnvironment());
for (const master of await readMasters(settings.contentFolder)) {
  for (const variant of variants(master)) await encodePicture(master, variant);
}
// The server takes it up. If the content has changed meanwhile, the next start builds it.
if (isFirstLook(settings)) process.exitCode = runBuild() ? 0 : 1;
