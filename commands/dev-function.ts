import { run } from "../src/server/run.ts";

// In development Vite serves the pages.
await run(() => ({ notes: {}, handle: (_, response) => void response.writeHead(404).end() }));
