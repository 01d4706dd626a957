import type { Server } from "node:http";
import { parseArgs } from "node:util";
import { closeNow, createHttpServer, listen, routeListener } from "../http/http-server.ts";
import { openLocalKey } from "../http/local-key.ts";
import { openBrowser } from "../http/open-browser.ts";
import { errorMessage, errorProperties } from "../log/errors.ts";
import { type Log, logLine } from "../log/log.ts";
import { loadEnvironment } from "../settings/load.ts";
import type { Variables } from "../settings/variables.ts";
import { localKeyFile, openingPage } from "./data-paths.ts";
import { EditorUnavailable } from "./editor-process.ts";
import { loadSettings } from "./load-settings.ts";

type Tool = { answer: Parameters<typeof routeListener>[0]; close(): Promise<unknown> };
/** A browser that had the address is admitted by the key in it, and its requests carry the token. */
type Place = { environment: Variables; origin: string; address: string; csrfToken: string };
type Open = (place: Place) => Promise<Tool>;

export const log: Log = (event, details) => console.error(logLine(event, details));

/** Runs the owner's desk or editor for the person at this machine, until Ctrl-C, on a port so far above the server's. */
export async function runLocalTool(name: "desk" | "edit", above: number, open: Open): Promise<void> {
  const { values } = parseArgs({ options: { "no-open": { type: "boolean" }, port: { type: "string" } } });
  try {
    const environment = loadEnvironment();
    const settings = loadSettings(environment);
    const port = values.port === undefined ? settings.port + above : Number(values.port);
    const show = (address: string) => values["no-open"] || openBrowser(address, openingPage(settings.dataDir));
    try {
      const { address, close } = await startLocalTool(name, { ...settings, environment, port }, open);
      for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, close);
      console.log(`Open ${address} (stop with Ctrl-C)`);
      show(address);
    } catch (error) {
      if (!(error instanceof EditorUnavailable) || !error.address) throw error;
      console.log(`The editor is open already. Open ${error.address}`);
      show(error.address);
    }
  } catch (error) {
    console.error(errorMessage(error));
    process.exitCode = 1;
  }
}

/** Starts it only on the loopback address, and only for a browser that had the address with the key. */
export async function startLocalTool(
  name: "desk" | "edit",
  { environment, port, dataDir }: { environment: Variables; port: number; dataDir: string },
  open: Open,
) {
  const key = openLocalKey(localKeyFile(dataDir), name);
  let answer: Tool["answer"] = () => new Response("It is starting. Load this page again.", { status: 503 });
  const listener = routeListener((request, env) => key.refuse(request) ?? answer(request, env));
  const server = createHttpServer(log, listener);
  const origin = `http://localhost:${await listenNear(server, port)}`;
  const address = `${origin}/${name}/${key.query}`;
  const tool = await open({ environment, origin, address, csrfToken: key.csrfToken }).catch((error) => {
    closeNow(server);
    throw error;
  });
  answer = tool.answer;
  const close = () => {
    closeNow(server);
    return tool.close();
  };
  return { address, origin, close };
}

/** Listens on the usual port, or on a free one when that is in use. */
async function listenNear(server: Server, port: number): Promise<number> {
  try {
    return await listen(server, { port, host: "127.0.0.1" });
  } catch (error) {
    if (errorProperties(error).code !== "EADDRINUSE") throw error;
    return listen(server, { port: 0, host: "127.0.0.1" });
  }
}
