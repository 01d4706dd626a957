import { run } from "../src/server/run.ts";

// While editing, Vite serves the pages.
await run(() => ({ answer: (_, response) => response.writeHead(404).end() }));
