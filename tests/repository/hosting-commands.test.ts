import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectFiles, serverFolders } from "../../src/build/project-folders.ts";
import { endpoint } from "../../src/requests/request.ts";
import { cleanEnvironment } from "../kit/clean-environment.ts";
import { emergencyCommands, linesIn, manualBlocks } from "../kit/hosting-manual.ts";
import { needsLinux } from "../kit/needs.ts";
import { checkNginx, hasNginx } from "../kit/nginx.ts";
import { patient } from "../kit/patience.ts";
import { findProgram } from "../kit/programs.ts";
import { sampleRequest } from "../kit/sample-request.ts";
import { startSmtpServer } from "../kit/smtp-server.ts";
import { spawnServer } from "../kit/spawn-server.ts";
import { buildTinyRelease } from "../kit/tiny-release.ts";

/** Why a command of the manual is not run here. Every other one is run; a new one that cannot be is named here. */
const notRun: [start: string, reason: string][] = [
  ["apt update", "fetches the lists of packages"],
  ["useradd", "changes the users of this machine"],
  ["usermod", "changes the users of this machine"],
  ["ufw", "changes the firewall of this machine"],
  ["unattended-upgrade", "asks Debian's servers, as root"],
  ["timedatectl", "asks the systemd of a running machine"],
  ["systemctl", "asks the systemd of a running machine; for studio.service the test takes its place"],
  ["editor", "waits for a person; the test writes the settings of the manual"],
  ["certbot", "asks a certificate authority about a domain"],
  ["dig", "asks public name servers"],
  ["pg_dump", "needs Debian's PostgreSQL, and one as new as the database"],
  ["pg_restore", "needs Debian's PostgreSQL, and one as new as the database"],
  ["podman", "needs a container engine; tests/built-site/container.built.test.ts makes the same set of files"],
  ["npx supabase", "needs an account at the vendor"],
  ["git -C /srv/studio rebase --abort", "needs a rebase that stopped halfway"],
  ["npm run build", "run by src/build/build.test.ts"],
  ["npm run smoke", "run by tests/built-site/smoke.built.test.ts"],
  ["npm run launch-check -- --launch", "run by commands/launch-check.test.ts"],
];

/** The Debian packages of programs that may be missing here. */
const debianPackages: Record<string, string> = {
  curl: "curl",
  git: "git",
  journalctl: "systemd",
  logrotate: "logrotate",
  "ssh-keygen": "openssh-client",
};

/** The commands of one line, without what makes them another user's. */
const commandsOf = (line: string) =>
  line.split(" && ").map((part) =>
    part
      .replace(/^said=\$\((.+?) 2>&1\) .*$/, "$1")
      .replaceAll(/\bsudo (?:-u studio )?/g, "")
      .trim(),
  );
const fromCron = linesIn("cron").map(({ place, text }) => ({ place, text: text.replace(/^(?:\S+ ){5}/, "") }));
const all = [...linesIn("sh"), ...emergencyCommands(), ...fromCron].flatMap(({ place, text }) =>
  commandsOf(text).map((command) => ({ place, command })),
);
/** Each once, in the order of the manual, and what it tells systemd each time. */
const commands = all.filter(
  ({ command }, index) =>
    command.startsWith("systemctl") || all.findIndex((other) => other.command === command) === index,
);
const reasonFor = (command: string) =>
  notRun.find(([start]) => `${command.replace("--silent ", "")} `.startsWith(`${start} `))?.[1];

const root = mkdtempSync(join(tmpdir(), "a server "));
const project = join(root, "srv/studio");
const env = {
  ...cleanEnvironment,
  HOME: root,
  GIT_CONFIG_GLOBAL: join(root, "gitconfig"),
  GIT_CONFIG_SYSTEM: "/dev/null",
};
const mail = await startSmtpServer();
let server: ReturnType<typeof spawnServer> | undefined;

/** Folders of the machine become folders of the test, and words that a host replaces become something that is there. */
function adapt(text: string): string {
  const { username } = userInfo();
  return text
    .replace(
      /(?<=^|[\s'"=:])\/(srv\/studio|var\/lib\/studio|var\/backups\/studio|etc\/(?:apt|nginx|caddy|systemd)\b)/g,
      (path) => `${root}${path}`.replaceAll(" ", "\\ "),
    )
    .replace("-o studio -g studio", `-o ${username}`)
    .replace("YOUR-REPOSITORY", `${root}/repository.git`.replaceAll(" ", "\\ "))
    .replace("YOUR-DOMAIN", "studio.example")
    .replace("requests-….db", "requests-*.db")
    .replace("COMMIT", "HEAD")
    .replace("http://127.0.0.1:3000", server?.url() ?? "");
}

function shell(command: string) {
  const cwd = existsSync(project) ? project : root;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", adapt(command)], { cwd, env, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

/** The repository that a host clones: what the commands need of this one. */
beforeAll(() => {
  const source = join(root, "source");
  for (const name of [...serverFolders, ...projectFiles, "deploy", ".env.example", ".gitignore", "content/studio.yaml"])
    cpSync(name, join(source, name), { recursive: true });
  writeFileSync(
    join(root, "gitconfig"),
    `[user]
name = Host
email = host@studio.example
[core]
compression = 0
`,
  );
  const where = [`--git-dir=${join(root, "repository.git")}`, `--work-tree=${source}`];
  const git = (...args: string[]) => spawnSync("git", [...where, ...args], { env });
  spawnSync("git", ["init", "-q", "--bare", "-b", "main", join(root, "repository.git")], { env });
  git("add", "-A");
  git("commit", "-qm", "first");
  for (const folder of ["etc/nginx/conf.d", "etc/caddy", "etc/systemd/system", "etc/apt/apt.conf.d"])
    mkdirSync(join(root, folder), { recursive: true });
});
afterAll(async () => {
  await server?.terminate();
  mail.close();
  rmSync(root, { recursive: true, force: true });
});

/** Does what systemd would do with deploy/studio.service. */
async function asSystemd(command: string) {
  if (/ stop .*studio\.service/.test(command)) await server?.terminate();
  if (!/ (enable --now|start) .*studio\.service/.test(command)) return;
  const [, program = "", script = ""] =
    /^ExecStart=\/srv\/studio\/(\S+) (\S+)$/m.exec(readFileSync("deploy/studio.service", "utf8")) ?? [];
  // The pages are those of a tiny site, without a desk.
  const started = { ...env, PORT: "0", HOST: "127.0.0.1", DESK: "off" };
  server = spawnServer([join(project, program), script], { cwd: project, env: started });
  await server.ready();
}

/** What has to be there before a command, or has to be true after it. */
const around: [start: string, { before?(): void; after?(output: string): void | Promise<void> }][] = [
  ["git clone", { before: () => rmSync(project, { recursive: true }), after: preparePackages }],
  ["git -c", { before: () => appendFileSync(join(project, "content/studio.yaml"), "# launched\n") }],
  ["curl", { after: (output) => expect(JSON.parse(output)).toMatchObject({ ok: true, mail: "ok" }) }],
  ["npm run requests", { after: (output) => expect(output).toContain(sampleRequest.name) }],
  ["npm run backup", { after: (output) => expect(output).toMatch(/\b1 request\b|^$/) }],
];

function preparePackages() {
  symlinkSync(resolve("node_modules"), join(project, "node_modules"), "junction");
  buildTinyRelease(join(project, "build"), "home", { siteUrl: "https://www.studio.example" }).publish();
}

function writeSettings() {
  const settings = manualBlocks.find(({ language }) => language === "env")?.lines.map(({ text }) => text) ?? [];
  const text = settings.join("\n").replace(/(?<=^SMTP_URL=).*$/m, mail.url);
  writeFileSync(join(project, ".env"), text.replace("/var/lib/studio", join(root, "var/lib/studio")));
}

async function sendRequest() {
  const url = new URL(endpoint, server?.url());
  const headers = { "Content-Type": "application/json", Origin: "https://www.studio.example" };
  const { status } = await fetch(url, { method: "POST", headers, body: JSON.stringify(sampleRequest) });
  expect(status).toBe(200);
  await expect.poll(() => mail.received.length, { timeout: patient(60_000) }).toBe(1);
}

describe("every command of the hosting manual", needsLinux, () => {
  test.for(commands)("$place: $command", async ({ command }, { skip }) => {
    const [program = "", verb] = command.split(" ");
    if (program === "editor") writeSettings();
    if (program === "systemctl") await asSystemd(command);
    if (command.startsWith("systemctl enable --now studio.socket")) await sendRequest();
    const reason = reasonFor(command);
    if (reason) return skip(reason);
    if (program === "apt" && verb === "install") return checkPackages(command.split(" ").slice(2), skip);
    if (command === "nginx -t") {
      if (!hasNginx()) return skip("needs Debian's nginx");
      return expect(checkNginx(readFileSync(join(root, "etc/nginx/conf.d/studio.conf"), "utf8"))).toContain(
        "successful",
      );
    }
    const debianPackage = program in debianPackages ? debianPackages[program] : undefined;
    if (debianPackage && !findProgram(program)) return skip(`needs Debian's ${debianPackage}`);
    if (program === "logrotate" && !existsSync("/etc/logrotate.d/nginx")) return skip("needs Debian's nginx");
    const [, { before, after } = {}] =
      around.find(([start]) => command.replace("--silent ", "").startsWith(start)) ?? [];
    before?.();
    const { status, output } = shell(command);
    expect(status, output).toBe(0);
    await after?.(output);
  });
});

let packages: Set<string> | undefined;

/** Whether Debian has packages of these names. Its lists are read once for all of them. */
function checkPackages(names: string[], skip: (reason: string) => void) {
  const wanted = commands.flatMap(({ command }) => (/^apt install (.+)$/.exec(command)?.[1] ?? "").split(" "));
  const { stdout } = packages ? { stdout: "" } : spawnSync("apt-cache", ["show", ...wanted], { encoding: "utf8" });
  packages ??= new Set([...(stdout ?? "").matchAll(/^Package: (\S+)$/gm)].map(([, name = ""]) => name));
  // Those that are installed are known without the lists.
  if (!packages.has("unattended-upgrades")) return skip("needs the package lists of a Debian");
  expect(names.filter((name) => !packages?.has(name))).toEqual([]);
}

test("SSH is allowed before the firewall is enabled", () => {
  const firewall = commands.map(({ command }) => command).filter((command) => command.startsWith("ufw "));
  expect(firewall[0]).toBe("ufw allow OpenSSH");
  expect(firewall.at(-1)).toBe("ufw enable");
  expect(firewall.slice(1, -1)).toEqual(["ufw allow 80/tcp", "ufw allow 443/tcp"]);
});

test("every unit that the manual starts or stops is one of ours or of a package it installs", () => {
  const ours = ["studio.socket", "studio.service", "nginx", "caddy", "systemd-journald"];
  const units = commands.flatMap(({ command }) =>
    command.startsWith("systemctl ")
      ? command
          .split(" ")
          .slice(2)
          .filter((word) => !word.startsWith("-"))
      : [],
  );
  expect(units.filter((unit) => !ours.includes(unit))).toEqual([]);
});

test("a cron line has five fields of time", () => {
  for (const { place, text } of linesIn("cron")) expect(text, place).toMatch(/^(?:(?:\*(?:\/\d+)?|\d+) ){5}\S/);
});

test("every reason is needed", () => {
  const unused = notRun.filter(([start]) => !commands.some(({ command }) => `${command} `.startsWith(`${start} `)));
  expect(unused).toEqual([]);
  const files = notRun.flatMap(([, reason]) => reason.match(/\b[\w/.-]+\.test\.ts/g) ?? []);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
