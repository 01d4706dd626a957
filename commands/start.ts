import { buildIfChanged } from "../pipeline/build-if-changed.ts";
import { EnvironmentError, loadEnvironment } from "../server/environment.ts";
import { contentFolder } from "../studio/content.ts";
import { readContent } from "../studio/read.ts";

try {
  loadEnvironment();
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  console.error(error.message);
  process.exit(1);
}

if (!buildIfChanged()) process.exit(1);
const { testimonials } = readContent(contentFolder);
await import("../server/main.ts");
if (testimonials.some(({ source }) => source === "sample")) {
  console.log("Sample content is in place: reviews, pictures and contact details are placeholders.");
}
