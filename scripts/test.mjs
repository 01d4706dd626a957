import { install, run } from "./install.mjs";

install();
await run("./test.ts");
