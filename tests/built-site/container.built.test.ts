import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, matchesGlob, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { endpoint } from "../../src/requests/request.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { cleanEnvironment } from "../kit/clean-environment.ts";
import { sampleRequest } from "../kit/sample-request.ts";

const containerfile = readFileSync("Containerfile", "utf8");
const [, building = "", serving = ""] = containerfile.split(/^FROM .*$/m);
const ignored = readFileSync(".dockerignore", "utf8").split("\n").filter(Boolean);
const isIgnored = (file: string) => ignored.some((pattern) => matchesGlob(file, pattern));

/** Copies what the COPY lines of the Containerfile would put into the image. */
function image() {
  const root = mkdtempSync(join(tmpdir(), "image-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [first, last] = [join(root, "build"), join(root, "serve")];
  copy(building, ".", first);
  // The RUN line leaves the built pages and the packages of `dependencies`.
  cpSync(resolve(readFolders(loadEnvironment()).buildFolder, "current"), join(first, "build/current"), {
    recursive: true,
    dereference: true,
  });
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const name of Object.keys(dependencies)) {
    const link = join(first, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve("node_modules", name), link, "junction");
  }
  copy(serving, first, last);
  return last;
}

function copy(stage: string, from: string, to: string) {
  // Only what comes from this machine is filtered; the stages have what they made themselves.
  const filter = (file: string) => from !== "." || !isIgnored(file);
  for (const [, sources = "", target = ""] of stage.matchAll(/^COPY (?:--from=build )?(.+) (\S+)$/gm)) {
    for (const source of sources.split(" ")) {
      const path = source.replace(/^\/srv\/studio\/?/, "") || ".";
      const into = target.endsWith("/") ? join(to, target, path === "." ? "" : path) : join(to, target);
      cpSync(join(from, path), into, { recursive: true, verbatimSymlinks: true, filter });
    }
  }
}

test("the image serves the site and accepts a request, and the owner's commands run in it", async () => {
  const folder = image();
  expect(existsSync(join(folder, "node_modules/sharp"))).toBe(false);
  const data = mkdtempSync(join(tmpdir(), "image-data-"));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const [, program = "[]"] = /^CMD (.+)$/m.exec(serving) ?? [];
  const [, ...args] = JSON.parse(program) as string[];
  const env = { ...cleanEnvironment, NODE_ENV: "production", DATA_DIR: data, PORT: "0", HOST: "127.0.0.1" };
  const run = (...command: string[]) =>
    execFileSync(process.execPath, command, {
      cwd: folder,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });

  const server = spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void server.kill("SIGKILL"));
  let output = "";
  const origin = await new Promise<string>((found, failed) => {
    server.once("exit", (code) => failed(new Error(`The server ended with ${code}: ${output}`)));
    server.stdout.on("data", (chunk) => {
      output += chunk;
      const [, address] = /^Open (\S+)$/m.exec(output) ?? [];
      if (address) found(address);
    });
  });
  expect((await fetch(origin)).status).toBe(200);
  // Without script the server renders the form again, with the typed text and the errors.
  const form = new URLSearchParams({ name: "Canary Mistake" });
  const mistaken = await fetch(`${origin}${endpoint}`, { method: "POST", body: form });
  expect(await mistaken.text()).toContain('value="Canary Mistake"');
  const response = await fetch(`${origin}${endpoint}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(sampleRequest),
  });
  expect(response.status).toBe(200);
  expect(run("commands/requests.ts", "list")).toContain(sampleRequest.name);
  const copies = join(data, "copies");
  expect(run("commands/backup.ts", copies)).toMatch(/^1 request is in .*\.db\n$/);
}, 60_000);

test("the image is built on a base that a host can pin by its digest, and does not run as root", () => {
  expect(containerfile.match(/^FROM /gm)).toHaveLength(2);
  expect(containerfile.match(/^FROM \$\{NODE_IMAGE\}(?: AS build)?$/gm)).toHaveLength(2);
  expect(serving.indexOf("\nUSER node\n")).toBeGreaterThan(serving.lastIndexOf("\nRUN "));
});

test("nothing secret and nothing from this machine reaches the image", () => {
  const private_ = [
    ".env",
    ".env.production",
    ".git",
    "data",
    "node_modules",
    "tools/node_modules",
    "build",
    ".cache",
  ];
  expect(private_.filter((name) => !isIgnored(name))).toEqual([]);
});
