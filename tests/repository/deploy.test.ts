import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { needs } from "../kit/needs.ts";
import { findProgram } from "../kit/programs.ts";
import { temporaryFolder } from "../kit/temporary-folder.ts";

const needsProgram = (name: string, program = name) => needs(name, findProgram(program) !== undefined);
const readDeployFile = (file: string) => readFileSync(join("deploy", file), "utf8");

test("Caddy accepts deploy/Caddyfile", needsProgram("caddy"), () => {
  expect(spawnSync("caddy", ["validate", "--adapter", "caddyfile", "--config", "deploy/Caddyfile"]).status).toBe(0);
});

test("the systemd unit starts an existing file, on the port of its socket and of the proxies", () => {
  const [, folder = "", program = "", script = ""] =
    /^WorkingDirectory=(\S+)\nExecStart=\1\/(\S+) (\S+)$/m.exec(readDeployFile("studio.service")) ?? [];
  expect(folder).toBe("/srv/studio");
  for (const file of [program, script]) expect(existsSync(file), file).toBe(true);
  const [, address = ""] = /^ListenStream=(\S+)$/m.exec(readDeployFile("studio.socket")) ?? [];
  expect(readDeployFile("nginx.conf")).toContain(`proxy_pass http://${address};`);
  expect(readDeployFile("Caddyfile")).toContain(`reverse_proxy ${address} {`);
  expect(readDeployFile("nginx-static.conf")).toContain(`root ${folder}/build/current/client;`);
});

test("systemd accepts the units", needsProgram("systemd", "systemd-analyze"), () => {
  const folder = temporaryFolder();
  const units = ["studio.service", "studio.socket"];
  // The project's own folder may have a space in its name, which a unit would have to quote.
  const program = join(folder, "node");
  symlinkSync(process.execPath, program);
  for (const unit of units) {
    // The server's own folder is not there. What the editor needs is added as its file would add it.
    const text = readDeployFile(unit).replace("/srv/studio/node_modules/.bin/node", program);
    const added = unit.endsWith(".service") ? readDeployFile("studio-edit.conf") : "";
    writeFileSync(join(folder, unit), text.replace("[Install]", `${added}[Install]`));
  }
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...units], { cwd: folder, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});

test("the image gets all that it builds and runs, nothing secret and nothing that this machine made", () => {
  const ignored = readFileSync(".dockerignore", "utf8").split("\n").filter(Boolean);
  const isIgnored = (file: string) => ignored.some((pattern) => matchesGlob(file, pattern));
  const needed = ["src/server/main.ts", "commands/requests.ts", "content/studio.yaml", "supabase", "package-lock.json"];
  expect(needed.filter(isIgnored)).toEqual([]);
  const kept = [
    ".env",
    ".env.production",
    ".git",
    "data",
    "node_modules",
    "tools/bench/node_modules",
    "build",
    ".cache",
  ];
  expect(kept.filter((name) => !isIgnored(name))).toEqual([]);
});
