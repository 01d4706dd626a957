import type { IncomingMessage, ServerResponse } from "node:http";
import { basename, join } from "node:path";
import { findEditorBundles } from "../../build/preview.ts";
import type { Log } from "../../log/log.ts";
import { readBuildSettings, readEditSettings, type Settings } from "../../settings/settings.ts";
import { SettingsError, type Variables } from "../../settings/variables.ts";
import { EditorInUse, openEditor } from "./editor.ts";
import { type Guard, hostedGuard } from "./guard.ts";
import { createEditorHandler } from "./handler.ts";

export interface HostedEditor {
  answer(request: IncomingMessage, response: ServerResponse, url: URL): unknown;
  close(): Promise<void>;
  /** Set when another program edits the same content; the next request tries again. */
  inUse?: boolean;
}

interface HostedSettings {
  settings: Pick<Settings, "dataDir" | "siteUrl">;
  environment: Variables;
  /** The mark of the desk's session that a request belongs to; null without a session. */
  markOf: Guard["markOf"];
  log: Log;
  bundles?: string | undefined;
  build?: string[];
  patience?: number;
}

/** Opens the editor inside the server, for browsers that are signed in to the desk. */
export function openHostedEditor(hosted: HostedSettings): HostedEditor {
  const { settings, environment, markOf, log, bundles: given, ...options } = hosted;
  const buildSettings = readBuildSettings(environment);
  const { contentFolder, buildFolder } = buildSettings;
  const siteUrl = settings.siteUrl ?? buildSettings.siteUrl;
  const bundles = given ?? findEditorBundles(buildFolder);
  if (!bundles) throw new SettingsError("EDIT is on, but the site was built by other code: run npm run build.");
  try {
    const editor = openEditor({
      ...readEditSettings(environment),
      folder: contentFolder,
      dataFolder: join(settings.dataDir, "editor", basename(contentFolder)),
      siteUrl: buildSettings.siteUrl,
      environment,
      log,
      ...options,
    });
    editor.announce(new URL("/edit/", siteUrl).href);
    return {
      answer: createEditorHandler(editor, buildSettings, bundles, hostedGuard(siteUrl, markOf)),
      close: editor.close,
    };
  } catch (error) {
    if (!(error instanceof EditorInUse)) throw error;
    const text =
      "The editor is open on the server itself, with npm run edit. Close it there, then load this page again.";
    const answer = (_: IncomingMessage, response: ServerResponse) =>
      response.writeHead(503, { "content-type": "text/plain; charset=utf-8", "content-length": text.length }).end(text);
    return { answer, close: async () => {}, inUse: true };
  }
}
