import { runBuild } from "../src/build/build-if-changed.ts";

process.exitCode = runBuild() ? 0 : 1;
