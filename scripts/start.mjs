import { install, run } from "./install.mjs";

install();
await run("./start.ts");
