import { once } from "node:events";
import { rmSync } from "node:fs";
import { createPreviewRenderer, findEditorBundles } from "../build/preview.ts";
import { editorFolder } from "../files/editor-folder.ts";
import { createHttpServer, listen, routeListener } from "../http/http-server.ts";
import { errorMessage } from "../log/errors.ts";
import { type Log, logLine } from "../log/log.ts";
import { loadEnvironment } from "../settings/load.ts";
import { readBuildSettings, readEditSettings, readSettings } from "../settings/settings.ts";
import { EditorInUse, openEditor } from "./api/editor.ts";
import { createPreview } from "./api/preview.ts";
import { createRoutes } from "./routes.ts";

/** As in src/server/editor-process.ts, which starts this. The two run in processes of their own, and import nothing of each other. */
interface StartSettings {
  socket: string;
  address: string;
  /** Milliseconds without a window after which it ends. */
  idleAfter: number;
}

/**
 * The owner's editor, in a process of its own. The process that starts it has checked who asks: it answers everything that comes
 * by its socket. It ends with the process that started it, and when no window has been open for a while.
 */
const [{ socket, address, idleAfter }] = (await once(process, "message")) as [StartSettings];
const log: Log = (event, details) => console.error(logLine(event, details));
const say = (message: unknown) => new Promise((sent) => process.send?.(message, undefined, {}, sent) ?? sent(null));

try {
  const environment = loadEnvironment();
  const buildSettings = readBuildSettings(environment);
  const { contentFolder, buildFolder, siteUrl } = buildSettings;
  const bundles = findEditorBundles(buildFolder);
  if (!bundles) throw new Error("The site was built by other code than the server runs: run npm run build.");
  const editor = openEditor({
    ...readEditSettings(environment),
    folder: contentFolder,
    dataFolder: editorFolder(readSettings(environment).dataDir, contentFolder),
    siteUrl,
    environment,
    log,
  });
  const preview = createPreview(editor, createPreviewRenderer(buildSettings, bundles), buildFolder);
  const routes = createRoutes(editor, preview, bundles);
  const answer = routeListener((request, env) => routes.fetch(request, env));
  let [open, lastUse] = [0, Date.now()];
  const server = createHttpServer(
    log,
    (request, response) => {
      open++;
      response.once("close", () => {
        open--;
        lastUse = Date.now();
      });
      return answer(request, response);
    },
    // The process in front of this one decides how long a client may take.
    { requestTimeout: 0, headersTimeout: 0 },
  );
  let closing = false;
  const close = async () => {
    if (closing) return;
    closing = true;
    server.close();
    await editor.close();
    if (process.platform !== "win32") rmSync(socket, { force: true });
    process.exit();
  };
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"]) process.once(signal, close);
  const look = () => {
    if (open === 0 && !editor.isBusy() && Date.now() - lastUse >= idleAfter) close();
  };
  setInterval(look, Math.min(30_000, idleAfter)).unref();
  await listen(server, { path: socket });
  editor.announce(address);
  await say("listening");
} catch (error) {
  await say({ failed: errorMessage(error), ...(error instanceof EditorInUse && { inUse: error.address }) });
  process.exit();
}
