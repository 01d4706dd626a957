import { spawn } from "node:child_process";
import { SettingsError } from "../consultations/variables.ts";
import { buildIfChanged, hasQuickPictures } from "../pipeline/build-if-changed.ts";
import { loadSettings } from "../server/load-settings.ts";
import { contentFolder } from "../studio/content.ts";
import { readContent } from "../studio/read.ts";

try {
  loadSettings();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exit(1);
}

if (!buildIfChanged({ quickPictures: true })) process.exit(1);
const { testimonials } = readContent(contentFolder);
await import("../server/main.ts");
if (testimonials.some(({ source }) => source === "sample")) {
  console.log("Sample content is in place: reviews, pictures and contact details are placeholders.");
}
if (hasQuickPictures()) {
  console.log("Its pictures were encoded quickly. Smaller ones are made meanwhile, for the next start.");
  const finer = spawn(process.execPath, ["pipeline/finer-pictures.ts"], { stdio: "ignore" });
  finer.unref();
  process.once("exit", () => finer.kill());
}
