import { openDevPages } from "../src/build/dev-pages.ts";
import { run } from "../src/server/run.ts";
import { loadEnvironment } from "../src/settings/load.ts";
import { readBuildSettings } from "../src/settings/settings.ts";

// With it, Node would report what the store's thread imports among the messages of that thread to the server.
delete process.env.WATCH_REPORT_DEPENDENCIES;

/** The server with pages that Vite makes. What Vite serves is for this machine alone, unless HOST says otherwise. */
await run(
  async ({ port }) => ({ notes: {}, handle: await openDevPages(readBuildSettings(loadEnvironment()), port + 1) }),
  { HOST: "localhost" },
);
