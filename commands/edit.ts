import { spawn } from "node:child_process";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { openEditor } from "../src/editor/api/editor.ts";
import { startEditor } from "../src/editor/api/server.ts";
import { errorMessage } from "../src/log/errors.ts";
import { logLine } from "../src/log/log.ts";
import { loadSettings } from "../src/server/load-settings.ts";
import { loadEnvironment } from "../src/settings/load.ts";
import { readBuildSettings, readEditSettings } from "../src/settings/settings.ts";

/** Starts the owner's editor, on the loopback only, for a person at this machine. */
const { values } = parseArgs({ options: { "no-open": { type: "boolean" }, port: { type: "string" } } });

try {
  const environment = loadEnvironment();
  const { port, dataDir, contentFolder } = loadSettings(environment);
  const buildSettings = readBuildSettings(environment);
  const editor = openEditor({
    ...readEditSettings(environment),
    folder: contentFolder,
    dataFolder: join(dataDir, "editor", basename(contentFolder)),
    siteUrl: buildSettings.siteUrl,
    environment,
  });
  const wanted = values.port === undefined ? port + 20 : Number(values.port);
  const { address, close } = await startEditor(editor, buildSettings, wanted, (event, details) =>
    console.error(logLine(event, details)),
  );
  console.log(`Open ${address}/edit/ (stop with Ctrl-C)`);
  if (!values["no-open"]) openBrowser(`${address}/edit/`);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, close);
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}

/** If no browser can be opened, the printed address is enough. */
function openBrowser(address: string) {
  const openers: Partial<Record<NodeJS.Platform, [string, string[]]>> = {
    darwin: ["open", [address]],
    win32: ["cmd", ["/c", "start", "", address]],
  };
  const [program, args] = openers[process.platform] ?? ["xdg-open", [address]];
  const browser = spawn(program, args, { stdio: "ignore", detached: true });
  browser.once("error", () => {});
  browser.unref();
}
