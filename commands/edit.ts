import type { Server } from "node:http";
import { parseArgs } from "node:util";
import { findEditorBundles } from "../src/build/preview.ts";
import { runBuild } from "../src/build/run-build.ts";
import { closeNow, createHttpServer, listen, routeListener } from "../src/http/http-server.ts";
import { openLocalKey } from "../src/http/local-key.ts";
import { openBrowser } from "../src/http/open-browser.ts";
import { errorMessage } from "../src/log/errors.ts";
import { type Log, logLine } from "../src/log/log.ts";
import { localKeyFile, openingPage } from "../src/server/data-paths.ts";
import { createEditorFront } from "../src/server/editor-front.ts";
import { localGuard } from "../src/server/editor-guard.ts";
import { createEditorProcess, EditorUnavailable } from "../src/server/editor-process.ts";
import { loadSettings } from "../src/server/load-settings.ts";
import { createRoutes } from "../src/server/routes.ts";
import { loadEnvironment } from "../src/settings/load.ts";
import { readBuildSettings } from "../src/settings/settings.ts";

/** Starts the owner's editor, on the loopback only, for a person at this machine. */
const { values } = parseArgs({ options: { "no-open": { type: "boolean" }, port: { type: "string" } } });
const log: Log = (event, details) => console.error(logLine(event, details));

try {
  const environment = loadEnvironment();
  const { port, dataDir } = loadSettings(environment);
  buildBundles(readBuildSettings(environment).buildFolder);
  const key = openLocalKey(localKeyFile(dataDir), "edit");
  const server = createHttpServer(log, (incoming, outgoing) => listener(incoming, outgoing));
  const address = `http://localhost:${await listenNear(server, values.port === undefined ? port + 20 : Number(values.port))}/edit/${key.query}`;
  const editor = createEditorProcess({ address, environment, log });
  const app = createRoutes({
    log,
    editor: createEditorFront({ guard: localGuard(key), editor, log }),
    // A link that is opened in a tab of its own shows the page as it will be.
    pages: (c) => c.redirect(c.req.path === "/" ? "/edit/" : `/edit/page${c.req.path}`),
  });
  const listener = routeListener((request, env) => {
    const bringsKey = new URL(request.url).searchParams.has("key");
    return bringsKey && !key.admits(request) ? key.refuse(request) : app.fetch(request, env);
  });
  const close = async () => {
    closeNow(server);
    await editor.stop();
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, close);
  await editor.open().catch((error) => {
    closeNow(server);
    throw error;
  });
  console.log(`Open ${address} (stop with Ctrl-C)`);
  if (!values["no-open"]) openBrowser(address, openingPage(dataDir));
} catch (error) {
  if (error instanceof EditorUnavailable && error.address) {
    console.log(`The editor is open already. Open ${error.address}`);
    if (!values["no-open"]) openBrowser(error.address, openingPage(loadSettings().dataDir));
  } else {
    console.error(errorMessage(error));
    process.exitCode = 1;
  }
}

/** Builds the editor once after its code has changed. */
function buildBundles(buildFolder: string) {
  const found = findEditorBundles(buildFolder) ?? (runBuild(["--editor"]) && findEditorBundles(buildFolder));
  if (!found) throw new Error("The editor could not be built. What is printed above says why.");
}

/** Listens on the usual port, or on a free one when that is in use. */
async function listenNear(server: Server, port: number): Promise<number> {
  try {
    return await listen(server, { port, host: "127.0.0.1" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    return listen(server, { port: 0, host: "127.0.0.1" });
  }
}
