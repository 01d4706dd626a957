import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { needs } from "../kit/needs.ts";
import { checkNginx, needsNginx } from "../kit/nginx.ts";
import { findProgram } from "../kit/programs.ts";
import { temporaryFolder } from "../kit/temporary-folder.ts";

const needsProgram = (name: string, program = name) => needs(name, findProgram(program) !== undefined);
const readDeployFile = (file: string) => readFileSync(join("deploy", file), "utf8");

test.each(["nginx.conf", "nginx-several.conf", "nginx-static.conf"])("nginx accepts deploy/%s", needsNginx, (file) => {
  expect(checkNginx(readDeployFile(file))).toContain("test is successful");
});

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

test("apt reads deploy/apt-updates.conf", needsProgram("apt", "apt-config"), () => {
  const args = ["-c", "deploy/apt-updates.conf", "dump"];
  const { stdout } = spawnSync("apt-config", args, { encoding: "utf8" });
  for (const [setting] of readDeployFile("apt-updates.conf").matchAll(/^[A-Z]\S+ ".+";$/gm))
    expect(stdout).toContain(setting);
  expect(stdout).toContain('APT::Periodic::Unattended-Upgrade "1";');
});

const journaldDefaults = "/etc/systemd/journald.conf";
const needsJournal = needs("systemd's journal", existsSync(journaldDefaults));
test("systemd's journal knows every setting of deploy/journald.conf", needsJournal, () => {
  const known = readFileSync(journaldDefaults, "utf8");
  const names = [...readDeployFile("journald.conf").matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !known.includes(`#${name}=`))).toEqual([]);
});

test("the manual explains every event of the log", () => {
  const manual = readFileSync("docs/hosting.md", "utf8");
  const files = globSync("src/{requests,server}/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  const events = files.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/(?<!console\.)\blog\("([^"]+)"/g)]);
  expect(events.length).toBeGreaterThan(5);
  for (const [, event = ""] of events) {
    expect(manual, event).toContain(`\`${event}`);
  }
});
