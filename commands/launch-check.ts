import { parseArgs } from "node:util";
import { loadEnvironment } from "../src/settings/load.ts";
import { checkLaunch } from "./launch-report.ts";

const { values } = parseArgs({ options: { launch: { type: "string" } } });
process.exitCode = checkLaunch(loadEnvironment(), values);
