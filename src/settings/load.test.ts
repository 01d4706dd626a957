import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { cleanEnvironment } from "../../tests/kit/clean-environment.ts";
import { freePort } from "../../tests/kit/free-port.ts";
import { spawnServer } from "../../tests/kit/spawn-server.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { readContent } from "../content/read-content.ts";

it("A variable of the system takes precedence over .env, even an empty one", () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, ".env"), 'PORT="4321"\nCONTENT_DIR=my-studio\nHOST=::1\n');
  const script = `import { loadEnvironment } from ${JSON.stringify(new URL("load.ts", import.meta.url).href)};
    const { PORT, CONTENT_DIR, HOST } = loadEnvironment();
    console.log(PORT, CONTENT_DIR, HOST);`;
  const env = { ...cleanEnvironment, PORT: "5000", CONTENT_DIR: "" };
  const args = ["--input-type=module", "-e", script];
  expect(execFileSync(process.execPath, args, { cwd, env, encoding: "utf8" })).toBe("5000  ::1\n");
});

it("Nothing reads a variable of .env.example from the process, where .env would be overlooked", () => {
  const names = [...readFileSync(".env.example", "utf8").matchAll(/^# ?([A-Z_]+)=/gm)].map(([, name]) => name);
  const pattern = `process\\.env\\.(${names.join("|")})\\b|\\b(${names.join("|")})\\b[^{}]*} = process\\.env`;
  const files = execFileSync("git", ["ls-files", "src", "commands", "supabase"], { encoding: "utf8" }).split("\n");
  const code = files.filter((file) => /(?<!\.test)\.(ts|tsx|mjs)$/.test(file));
  // A command has no other use for the process's environment than its settings.
  const patternOf = (file: string) => new RegExp(/^commands\/(?!test).*\.ts$/.test(file) ? "process\\.env" : pattern);
  expect(code.filter((file) => patternOf(file).test(readFileSync(file, "utf8")))).toEqual([]);
});

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
