import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { cleanEnvironment } from "../../tests/kit/clean-environment.ts";
import { freePort } from "../../tests/kit/free-port.ts";
import { spawnServer } from "../../tests/kit/spawn-server.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { readContent } from "../content/read-content.ts";

it("npm run dev shows the studio that .env names, on the port it names", async () => {
  // There is no `content` folder here, so that a command which does not read .env finds nothing.
  const project = temporaryFolder();
  mkdirSync(join(project, "tests"));
  // Node finds what it has compiled before by the real path of a link.
  for (const part of ["commands", "src", "node_modules", "package.json", "package-lock.json", "tsconfig.json"])
    symlinkSync(resolve(part), join(project, part));
  cpSync("tests/example-studio", join(project, "my-studio"), { recursive: true });
  const port = await freePort();
  writeFileSync(join(project, ".env"), `CONTENT_DIR=my-studio\nPORT=${port}\n`);
  const server = spawnServer([process.execPath, "commands/dev.ts"], { cwd: project, env: cleanEnvironment });
  onTestFinished(() => server.terminate());
  const address = await server.ready();
  expect(address).toContain(`:${port}`);
  expect(await (await fetch(address)).text()).toContain(readContent("tests/example-studio").studio.brand.value);
});
