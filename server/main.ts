import { openPages } from "./pages.ts";
import { run } from "./run.ts";

await run(openPages("build/client"));
