import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { copyBuild, exampleBuild } from "../../tests/kit/built-server.ts";
import { cleanEnvironment } from "../../tests/kit/clean-environment.ts";
import { freePort } from "../../tests/kit/free-port.ts";
import { sampleRequest } from "../../tests/kit/sample-request.ts";
import { startSmtpServer } from "../../tests/kit/smtp-server.ts";
import { spawnServer } from "../../tests/kit/spawn-server.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { readContent } from "../content/read-content.ts";
import { endpoint } from "../requests/request.ts";
import { smokeKeyHeader } from "../requests/smoke-test.ts";
import { databaseFile } from "../server/data-paths.ts";

const both = (name: string, value: unknown): [string, unknown][] => [
  [`server.${name}`, value],
  [`build.${name}`, value],
];

/** A variable in `.env`, with a value that differs from the default, and where that value must arrive. */
const table: Record<string, [value: string, arrives: [place: string, value: unknown][]]> = {
  PORT: ["4321", [["server.port", 4321]]],
  HOST: ["::1", [["server.host", "::1"]]],
  DATA_DIR: ["elsewhere/data", [["server.dataDir", "elsewhere/data"]]],
  DATABASE_URL: ["postgres://a:b@db.example/c", [["server.databaseUrl", "postgres://a:b@db.example/c"]]],
  SITE_URL: ["https://www.studio.example", both("siteUrl", "https://www.studio.example")],
  ALLOWED_ORIGINS: ["https://www.studio.example", [["server.allowedOrigins", ["https://www.studio.example"]]]],
  SMTP_URL: ["smtps://mail.example", [["server.smtpUrl", "smtps://mail.example"]]],
  SMTP_PLAINTEXT: ["on", [["server.smtpPlaintext", true]]],
  RESEND_API_KEY: ["re_1", [["resend.server.resend.key", "re_1"]]],
  RESEND_URL: ["https://resend.example", [["resend.server.resend.url", "https://resend.example"]]],
  MAIL_TO: ["owner@studio.example", [["server.mail.to", "owner@studio.example"]]],
  MAIL_FROM: ["site@studio.example", [["server.mail.from", "site@studio.example"]]],
  ALERT_WEBHOOK_URL: ["https://hooks.example/x", [["server.alertWebhookUrl", "https://hooks.example/x"]]],
  RATE_LIMIT: ["off", [["server.rateLimit", false]]],
  TRUST_PROXY: ["2", [["server.trustProxy", 2]]],
  RETENTION_DAYS: ["7", both("retentionDays", 7)],
  CONFIRM_TO_VISITOR: ["on", both("confirmToVisitor", true)],
  DIGEST: ["off", [["resend.server.digestHour", null]]],
  DIGEST_HOUR: ["6", [["server.digestHour", 6]]],
  WEEKLY_EMAIL: ["off", [["server.weeklyHour", null]]],
  DESK: ["on", [["server.deskOn", true]]],
  EDIT: ["on", [["server.editOn", true]]],
  DESK_EPOCH: ["second", [["server.deskEpoch", "second"]]],
  TIME_ZONE: ["Pacific/Auckland", [["server.timeZone", "Pacific/Auckland"]]],
  DRAIN_SECRET: ["a secret of sixteen signs", [["server.drainSecret", "a secret of sixteen signs"]]],
  SMOKE_KEY: ["a key of sixteen signs", [["server.smokeKey", "a key of sixteen signs"]]],
  BACKEND_URL: ["https://backend.example", [["build.backendUrl", "https://backend.example"]]],
  BACKEND_KEY: ["anonymous", [["build.backendKey", "anonymous"]]],
  OWN_FUNCTION: ["on", [["build.ownFunction", true]]],
  PUBLISH_COMMAND: ["rsync elsewhere", [["edit.publishCommand", "rsync elsewhere"]]],
  EDIT_COMMITS: ["off", [["edit.commits", false]]],
  CONTENT_DIR: ["my-studio", both("contentFolder", "my-studio")],
  BUILD_DIR: [".cache/mine", both("buildFolder", ".cache/mine")],
  CHROMIUM_PATH: [process.execPath, [["chromium", process.execPath]]],
  FIREFOX_PATH: ["/opt/firefox", [["environment.FIREFOX_PATH", "/opt/firefox"]]],
  TEST_PATIENCE: ["3", [["patience", 3000]]],
  TEST_OUTPUT: ["elsewhere", [["journeys", "elsewhere/journeys"]]],
};

const listed = [...readFileSync(".env.example", "utf8").matchAll(/^# ?([A-Z_]+)=/gm)].map(([, name = ""]) => name);
const root = temporaryFolder();

/** Everything that commands read from a `.env` in the folder they are run in, as a separate process sees it. */
function readIn(folder: string): Record<string, unknown> {
  const from = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const script = `
    import { loadSettings } from ${from("../server/load-settings.ts")};
    import { loadEnvironment } from ${from("load.ts")};
    import { readBuildSettings, readEditSettings } from ${from("settings.ts")};
    import { findChromium } from ${from("../../tests/kit/find-chromium.ts")};
    import { patient } from ${from("../../tests/kit/patience.ts")};
    import journeys from ${from("../../playwright.config.ts")};
    const environment = loadEnvironment();
    console.log(JSON.stringify({
      server: loadSettings(environment), build: readBuildSettings(environment), edit: readEditSettings(environment),
      chromium: findChromium(), journeys: journeys.outputDir, patience: patient(1000), environment,
    }));`;
  return runScript(script, folder);
}

function readServerIn(folder: string, variables: Record<string, string> = {}) {
  const script = `import { loadSettings } from ${JSON.stringify(new URL("../server/load-settings.ts", import.meta.url).href)};
    console.log(JSON.stringify(loadSettings()));`;
  return runScript(script, folder, variables);
}

function runScript(script: string, cwd: string, variables: Record<string, string> = {}) {
  const options = { cwd, env: { ...cleanEnvironment, ...variables }, encoding: "utf8" } as const;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", script], options));
}

function writeEnv(folder: string, variables: Record<string, string>): string {
  const lines = Object.entries(variables).map(([name, value]) => `${name}="${value}"\n`);
  writeFileSync(join(folder, ".env"), lines.join(""));
  return folder;
}

const folderWith = (variables: Record<string, string>) => writeEnv(mkdtempSync(join(root, "folder-")), variables);

describe("A .env with every variable of .env.example:", () => {
  let seen: Record<string, unknown> = {};
  beforeAll(() => {
    const all = Object.fromEntries(Object.entries(table).map(([name, [value]]) => [name, value]));
    // Only one way of sending emails can be set, and a digest that is off has no hour.
    const { RESEND_API_KEY: _, DIGEST: __, ...first } = all;
    const { SMTP_URL: ___, ...second } = all;
    seen = { ...readIn(folderWith(first)), resend: { server: readServerIn(folderWith(second)) } };
  });

  it("every variable is tested", () => expect(Object.keys(table).sort()).toEqual(listed.toSorted()));

  it.each(Object.entries(table))("%s takes effect", (_, [, arrives]) => {
    for (const [place, value] of arrives) expect(seen, place).toHaveProperty(place, value);
  });

  it("a variable of the system takes precedence, even an empty one", () => {
    const folder = folderWith({ PORT: "4321", CONTENT_DIR: "my-studio" });
    expect(readServerIn(folder, { PORT: "5000", CONTENT_DIR: "" })).toMatchObject({
      port: 5000,
      contentFolder: "content",
    });
  });
});

it("No other file reads a variable of .env.example", () => {
  const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs"], { encoding: "utf8" }).trim().split("\n");
  // The command that starts the browser tests passes it on to those in Firefox.
  const allowed = /^(playwright\.config|tests\/(kit\/(site-fixtures|editor-process)|journeys\/editor-fixtures))\.ts$/;
  const reads = files
    .filter((file) => existsSync(file) && !file.endsWith(".test.ts") && !allowed.test(file))
    .filter((file) => {
      const names = [...readFileSync(file, "utf8").matchAll(/process\.env\.(\w+)|\{([^{}]*)\} = process\.env/g)];
      return names.some(([, name, several = ""]) => listed.some((one) => one === name || several.includes(one)));
    });
  expect(reads).toEqual([]);
});

describe("In a project whose settings are only in .env,", () => {
  // Node finds what it has compiled before by the real path of a link.
  const parts = [
    ...["commands", "src", "supabase", "tests/kit", "node_modules"],
    ...["package.json", "package-lock.json", "tsconfig.json"],
  ];
  let project = "";
  /** There is no `content` folder here, so that a command which does not read .env finds nothing. */
  beforeAll(() => {
    project = mkdtempSync(join(root, "project-"));
    mkdirSync(join(project, "tests"));
    for (const part of parts) symlinkSync(resolve(part), join(project, part));
    cpSync("tests/example-studio", join(project, "my-studio"), { recursive: true });
    cpSync("tests/example-studio", join(project, "broken-studio"), { recursive: true });
    writeFileSync(join(project, "broken-studio/pages/home.yaml"), "titel: Home\n");
  });
  const write = (variables: Record<string, string>) => writeEnv(project, variables);
  const run = (command: string, ...args: string[]) =>
    new Promise<string>((done) => {
      const options = { cwd: project, env: cleanEnvironment };
      execFile(process.execPath, [`commands/${command}.ts`, ...args], options, (_, out, err) => done(out + err));
    });

  /** Starts a server in the project, and returns its address once it has said it. */
  function open(command: string, ...args: string[]): Promise<string> {
    const server = spawnServer([process.execPath, command, ...args], { cwd: project, env: cleanEnvironment });
    onTestFinished(() => server.terminate());
    return server.ready();
  }

  it.each(["build", "start", "desk", "launch-check"])("npm run %s reads the studio it names", async (command) => {
    write({ CONTENT_DIR: "broken-studio", BUILD_DIR: ".cache/mine", PORT: "0" });
    expect(await run(command)).toMatch(/broken-studio\/pages\/home\.yaml/);
  });

  it("npm run rehearse-launch copies the studio it names", async () => {
    write({ CONTENT_DIR: "absent-studio" });
    expect(await run("rehearse-launch", join(project, "rehearsed"))).toMatch(/absent-studio/);
  });

  it("npm run dev shows it, on the port it names", async () => {
    write({ CONTENT_DIR: "my-studio", PORT: String(await freePort()) });
    const address = await open("commands/dev.ts");
    expect(readFileSync(join(project, ".env"), "utf8")).toContain(`PORT="${new URL(address).port}"`);
    const page = await (await fetch(address)).text();
    expect(page).toContain(readContent("tests/example-studio").studio.brand.value);
  });

  it("npm run edit edits it, and keeps its own files in the folder of the settings", async () => {
    // The editor is built from code inside the project.
    const code = join(project, "src");
    rmSync(code);
    cpSync("src", code, { recursive: true });
    onTestFinished(() => {
      rmSync(code, { recursive: true });
      symlinkSync(resolve("src"), code);
    });
    // The test command has built it already; without that it builds itself.
    if (existsSync(join(exampleBuild, "current"))) copyBuild(join(project, "build"));
    write({ CONTENT_DIR: "my-studio", DATA_DIR: "kept", EDIT_COMMITS: "off" });
    await open("commands/edit.ts", "--no-open", "--port", "0");
    expect(existsSync(join(project, "kept/editor/my-studio"))).toBe(true);
  });

  it("the server uses the folders, the mail server, the limits and the origins of the settings", async () => {
    const mail = await startSmtpServer();
    onTestFinished(mail.close);
    write({
      PORT: String(await freePort()),
      HOST: "127.0.0.1",
      DATA_DIR: "requests",
      DIGEST: "off",
      SMTP_URL: mail.url,
      MAIL_TO: "owner@studio.example",
      MAIL_FROM: "site@studio.example",
      ALLOWED_ORIGINS: "https://www.studio.example",
      SMOKE_KEY: "a-key-of-sixteen-signs",
      RATE_LIMIT: "off",
    });
    const address = await open("commands/dev-function.ts");
    expect(readFileSync(join(project, ".env"), "utf8")).toContain(`PORT="${new URL(address).port}"`);
    const send = (headers: Record<string, string>) =>
      fetch(address + endpoint, {
        method: "POST",
        body: JSON.stringify(sampleRequest),
        headers: { "content-type": "application/json", ...headers },
      });
    expect((await send({ origin: "https://evil.example" })).status).toBe(403);
    expect((await send({ origin: "https://www.studio.example" })).status).toBe(200);
    await expect
      .poll(() => mail.received.map(({ recipients }) => recipients), { timeout: 25_000 })
      .toEqual([["owner@studio.example"]]);
    const test = `${address}${endpoint}?test=AAAAAAAA`;
    expect((await fetch(test, { headers: { [smokeKeyHeader]: "a-key-of-sixteen-signs" } })).status).toBe(404);
    expect(existsSync(databaseFile(join(project, "requests")))).toBe(true);

    expect(await run("requests", "list")).toMatch(/delivered/);
    expect(await run("backup", join(project, "copies"))).toMatch(/^1 request is in /);
    expect(await run("restore", "absent.db")).toMatch(/Name a copy that is there/);
  });

  it("the server looks for a built site in the folder of the settings", async () => {
    write({ BUILD_DIR: ".cache/mine", PORT: "0", DATA_DIR: "requests-2" });
    await expect(open("src/server/main.ts")).rejects.toThrow(/\.cache\/mine\/current\/client holds no built site/);
  });
});
