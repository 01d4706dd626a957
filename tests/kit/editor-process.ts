import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkPackages } from "../../src/build/build-folder.ts";
import { findEditorBundles } from "../../src/build/preview.ts";
import { cleanEnvironment } from "./clean-environment.ts";
import { freePort } from "./free-port.ts";
import { copyBuild, exampleBuild, startBuiltServer } from "./server-process.ts";
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
  const site = new URL(`http://127.0.0.1:${await freePort()}`);
  const data = join(folder, "data");
  const env = { ...cleanEnvironment, CONTENT_DIR: studio, DATA_DIR: data, BUILD_DIR: build, SITE_URL: site.origin };
  const start = (port: string) =>
    spawnServer([process.execPath, "commands/edit.ts", "--no-open", "--port", port], { env });
  let running = start("0");
  const address = await running.ready();
  const { origin, port } = new URL(address);
  const read = (file: string) => readFileSync(join(studio, file), "utf8");
  return {
    env,
    origin,
    /** The address that admits a browser. */
    address,
    /** The headers of requests that the editor answers: the cookie of an admitted browser, and its token. */
    async admit() {
      const admitted = await fetch(address, { redirect: "manual" });
      const cookie = admitted.headers.get("set-cookie")?.split(";")[0] ?? "";
      const session = await fetch(`${origin}/edit/api/session`, { headers: { cookie } });
      return { cookie, "x-editor": (await session.json()).csrfToken as string };
    },
    read,
    /** Writes a file as another program would, without the editor. */
    write: (file: string, edit: (text: string) => string) => writeFileSync(join(studio, file), edit(read(file))),
    siteUrl: site.origin,
    /** Starts the website at the editor's SITE_URL, with the pages that the test command has built. */
    startSite: () =>
      // A server that follows new releases compares their code with that of the folder it runs in.
      startBuiltServer({ BUILD_DIR: build, SITE_URL: site.origin, PORT: site.port }, { cwd: process.cwd() }),
    close: () => running.terminate(),
    async restart() {
      running = start(port);
      await running.ready();
    },
    async stop() {
      await running.terminate();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type RunningEditor = Awaited<ReturnType<typeof startEditor>>;
