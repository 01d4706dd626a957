import { SettingsError } from "../consultations/variables.ts";
import { buildIfChanged } from "../pipeline/build-if-changed.ts";
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

if (!buildIfChanged()) process.exit(1);
const { testimonials } = readContent(contentFolder);
await import("../server/main.ts");
if (testimonials.some(({ source }) => source === "sample")) {
  console.log("Sample content is in place: reviews, pictures and contact details are placeholders.");
}
