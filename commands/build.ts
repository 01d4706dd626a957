import { runBuild } from "../src/build/run-build.ts";

process.exitCode = runBuild() ? 0 : 1;
