import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { memoryOf } from "./process-memory.ts";
import { copyBuild, exampleBuild, startServerProcess } from "./server-process.ts";
import { decodeQuotedPrintable, startSmtpServer } from "./smtp-server.ts";
import { waitUntil } from "./spawn-server.ts";

/**
 * The server process as a studio runs it that edits on the server: desk, editor and a mail server, on a copy of the
 * content and of its built pages, and within a limit of memory where this system lets the test set one.
 */
export async function startHostedSite({ content = "tests/example-studio", build = exampleBuild } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "hosted-site-"));
  cpSync(content, join(folder, "content"), { recursive: true });
  // The build folder has to be inside the project, because the built files import its packages.
  mkdirSync(".cache", { recursive: true });
  const releases = mkdtempSync(join(".cache", "hosted-"));
  copyBuild(releases, build);
  const [port, mail] = [await freePort(), await startSmtpServer()];
  const site = `http://localhost:${port}`;
  const variables = {
    CONTENT_DIR: join(folder, "content"),
    BUILD_DIR: releases,
    DATA_DIR: join(folder, "data"),
    PORT: String(port),
    SITE_URL: site,
    DESK: "on",
    EDIT: "on",
    EDIT_COMMITS: "off",
    SMTP_URL: mail.url,
    MAIL_TO: "owner@studio.example",
    MAIL_FROM: "website@studio.example",
    RATE_LIMIT: "off",
  };
  const group = openMemoryGroup(512);
  const server = startServerProcess(variables, { cwd: process.cwd(), wrapper: group.wrapper });
  await server.ready();
  let taken = 0;
  /** Waits until so many emails had a link like this and one more, which is returned. */
  async function emailedLink(path: RegExp, passed = 0): Promise<string> {
    const links = () => mail.received.flatMap(({ raw }) => decodeQuotedPrintable(raw).match(path)?.[0] ?? []);
    if (!(await waitUntil(() => links().length > passed, 20))) throw new Error("No email with a link arrived");
    return site + links()[passed];
  }

  return {
    site,
    folder,
    hasExited: server.hasExited,
    /** Megabytes that server and editor hold now, beside files. */
    held: () => memoryOf(server.child.pid, "Pss_Anon"),
    read: (file: string) => readFileSync(join(folder, "content", file), "utf8"),
    release: async () => (await (await fetch(`${site}/healthz`)).json()).release as string,
    signInLink: () => emailedLink(/\/desk\/in\/\w{64}/, taken++),
    requestLink: (reference: string) => emailedLink(new RegExp(`/desk/r/${reference}\\.[\\w-]{43}`)),
    /** Whether the service has 512 MB and no more; `limitMemory` sets another limit from now on. */
    isLimited: group.isLimited,
    limitMemory: group.limit,
    async stop() {
      await server.terminate();
      await mail.close();
      group.remove();
      for (const path of [folder, releases]) rmSync(path, { recursive: true, force: true });
    },
  };
}

export type HostedSite = Awaited<ReturnType<typeof startHostedSite>>;

/**
 * A control group with the limit of deploy/studio.service, in either version of the kernel's interface. Only root can
 * make one; otherwise there is no limit.
 */
function openMemoryGroup(limitMb: number) {
  const versions = [
    ["/sys/fs/cgroup/memory", "memory.limit_in_bytes"],
    ["/sys/fs/cgroup", "memory.max"],
  ];
  for (const [parent = "", file = ""] of versions) {
    const folder = join(parent, `studio-${process.pid}-${Math.random().toString(36).slice(2, 8)}`);
    const limit = (megabytes: number) => writeFileSync(join(folder, file), String(megabytes * 1024 * 1024));
    try {
      mkdirSync(folder);
      limit(limitMb);
    } catch {
      if (existsSync(folder)) rmdirSync(folder);
      continue;
    }
    const wrapper = ["/bin/sh", "-c", `echo $$ > ${folder}/cgroup.procs; exec "$@"`, "sh"];
    return { isLimited: true, wrapper, limit, remove: () => rmdirSync(folder) };
  }
  return { isLimited: false, wrapper: [], limit: (_: number) => {}, remove: () => {} };
}
