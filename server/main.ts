import { openPages } from "./pages.ts";
import { run } from "./run.ts";

await run(({ siteUrl }, log) => openPages("build/client", { secure: siteUrl?.startsWith("https:") ?? false, log }));
