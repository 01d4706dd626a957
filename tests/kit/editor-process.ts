import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkPackages } from "../../src/build/build-folder.ts";
import { findEditorBundles } from "../../src/build/preview.ts";
import { copyBuild, exampleBuild, startBuiltServer } from "./built-server.ts";
import { freePort } from "./free-port.ts";
import { spawnServer } from "./spawn-server.ts";

/** Starts the editor as `npm run edit` does, on a copy of the studio that `stop` deletes. */
export async function startEditor() {
  const folder = mkdtempSync(join(tmpdir(), "editor-"));
  const studio = join(folder, "studio");
  cpSync("tests/example-studio", studio, { recursive: true });
  const build = join(folder, "build");
  linkPackages(build);
  // The test command has built the editor already, and the pictures of the preview; without that it builds itself.
  if (findEditorBundles(exampleBuild)) copyBuild(build);
  const siteUrl = `http://127.0.0.1:${await freePort()}`;
  const env = {
    ...process.env,
    CONTENT_DIR: studio,
    DATA_DIR: join(folder, "data"),
    BUILD_DIR: build,
    SITE_URL: siteUrl,
  };
  let running = await start(env, "0");
  const port = new URL(running.origin).port;
  return {
    env,
    origin: running.origin,
    /** The address that admits a browser. */
    address: running.address,
    /** The headers of requests that the editor answers: the cookie of an admitted browser, and its token. */
    async admit() {
      const admitted = await fetch(running.address, { redirect: "manual" });
      const cookie = admitted.headers.get("set-cookie")?.split(";")[0] ?? "";
      const session = await fetch(`${running.origin}/edit/api/session`, { headers: { cookie } });
      return { cookie, "x-editor": (await session.json()).csrfToken as string };
    },
    read: (file: string) => readFileSync(join(studio, file), "utf8"),
    /** Writes a file as another program would, without the editor. */
    write: (file: string, edit: (text: string) => string) =>
      writeFileSync(join(studio, file), edit(readFileSync(join(studio, file), "utf8"))),
    siteUrl,
    /** Starts the website at the editor's SITE_URL, with the pages that the test command has built. */
    startSite: () =>
      startBuiltServer(
        { BUILD_DIR: build, SITE_URL: siteUrl, HOST: "127.0.0.1", PORT: new URL(siteUrl).port },
        process.cwd(),
      ),
    close: () => running.stop(),
    async restart() {
      running = await start(env, port);
    },
    async stop() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type RunningEditor = Awaited<ReturnType<typeof startEditor>>;

async function start(env: NodeJS.ProcessEnv, port: string) {
  const server = spawnServer([process.execPath, "commands/edit.ts", "--no-open", "--port", port], { env });
  const address = await server.ready();
  return { address, origin: new URL(address).origin, stop: () => server.terminate() };
}
