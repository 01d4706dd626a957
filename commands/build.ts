import { runBuild } from "../pipeline/run-build.ts";

process.exitCode = runBuild() ? 0 : 1;
