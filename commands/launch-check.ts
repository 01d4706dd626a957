import { parseArgs } from "node:util";
import { loadEnvironment } from "../src/settings/load.ts";
import { checkLaunch } from "./launch-report.ts";

const { values } = parseArgs({
  options: { json: { type: "boolean" }, launch: { type: "string" }, rehearse: { type: "string" } },
});
process.exitCode = checkLaunch(loadEnvironment(), values);
