import { truncateSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../tests/kit/free-port.ts";
import { patient } from "../../../tests/kit/patience.ts";
import { temporaryFolder } from "../../../tests/kit/temporary-folder.ts";
import { home, openTestEditor, set } from "../../../tests/kit/test-editor.ts";
import { buildTinyRelease } from "../../../tests/kit/tiny-release.ts";
import { followReleases } from "../../server/follow-releases.ts";
import { startServer } from "../../server/server.ts";
import { readSettings } from "../../settings/settings.ts";
import { describeOutcome } from "./read-back.ts";

/** An editor that builds the site with the given program. The real build has its own tests. */
function openEditor(program: string, settings: Parameters<typeof openTestEditor>[0] = {}) {
  return openTestEditor({ build: ["--input-type=module", "-e", program], patience: 0, ...settings });
}

/**
 * An editor whose build makes a tiny release of this code, and the website at its address as a real server that
 * follows the builds, unless nothing serves there.
 */
async function openPublished({ served = true, code = "code", patience = 20_000 } = {}) {
  const port = await freePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  const folder = temporaryFolder();
  const kit = pathToFileURL(resolve("tests/kit/tiny-release.ts")).href;
  const program = `import { buildTinyRelease } from ${JSON.stringify(kit)};
    await new Promise((done) => setTimeout(done, 100));
    buildTinyRelease(${JSON.stringify(folder)}, "new", ${JSON.stringify({ siteUrl, code })}).publish();`;
  buildTinyRelease(folder, "old", { siteUrl }).publish();
  const environment = { ...process.env, BUILD_DIR: folder };
  const fixture = openEditor(program, { siteUrl, environment, patience: served ? patient(patience) : 0 });
  if (served) {
    const dataDir = join(fixture.root, "site");
    const server = await startServer({
      settings: readSettings({ PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir, DIGEST: "off" }),
      pages: await followReleases(folder, { siteUrl, interval: 20, code: "code" }),
      log: () => {},
      onFatal: () => {},
    });
    onTestFinished(() => server.stop());
  }
  return { fixture, address: siteUrl };
}

test("the pages are live once the site itself has shown a changed page, and later saves stay unpublished", async () => {
  const { fixture, address } = await openPublished();
  fixture.save("pages/about.yaml", [set("lede", "Another beginning.")]);
  expect((await fixture.editor.site()).unpublished).toHaveLength(1);
  const publishing = fixture.publish();
  fixture.save(home, [set("hero/note", "Second")]);
  expect(await publishing).toMatchObject({ state: "live", message: expect.stringContaining(address) });
  expect(await (await fetch(`${address}/about`)).text()).toContain("new");
  expect((await fixture.editor.site()).unpublished).toMatchObject([{ label: "Opening, Note" }]);
});

test.each<[string, (fixture: ReturnType<typeof openTestEditor>) => void, object]>([
  [
    "a claim",
    ({ replace }) => replace(home, /note: .*/, "note: It cures everything"),
    { file: home, path: "hero/note", kind: "claim" },
  ],
  [
    "a link to no page",
    ({ replace }) => replace("site.yaml", "to: /about", "to: /abuot"),
    { file: "site.yaml", message: expect.stringContaining("There is no page at /abuot.") },
  ],
  [
    "a broken picture",
    ({ folder }) => truncateSync(join(folder, "images/hero.webp"), 3_000),
    { file: "images/images.yaml", path: "hero" },
  ],
])("%s stops publishing before anything is built, and is named with its field", async (_, damage, problem) => {
  const fixture = openEditor("process.exit(1)");
  damage(fixture);
  const status = await fixture.publish();
  expect(status).toMatchObject({ state: "not-live", problems: [problem] });
  expect(status.details).toBeUndefined();
});

test("without an answer from the site the pages are built and nothing more, and the changes still wait", async () => {
  const { fixture, address } = await openPublished({ served: false });
  fixture.save(home, [set("hero/button", "First")]);
  const { state, message, publishedAt } = await fixture.publish();
  expect({ state, publishedAt }).toEqual({ state: "not-live", publishedAt: null });
  expect(message).toContain(`No website answers at ${address}`);
  expect((await fixture.editor.site()).unpublished).toHaveLength(1);
});

test("a server that refuses the release says why in the editor", async () => {
  const { fixture } = await openPublished({ code: "newer", patience: 1_000 });
  expect((await fixture.publish()).message).toContain("Restart the server.");
});

test("of what was read back from the site, the owner reads whether it is live, and if not why", async () => {
  const siteUrl = "https://www.studio.example";
  const published = { siteUrl, path: "/about", built: ["new", "new, with no notice yet"], release: "a1", sent: false };
  const onThisComputer = { ...published, siteUrl: "http://localhost:3000" };
  const cases: Parameters<typeof describeOutcome>[] = [
    [{ status: 200, text: "new", health: { release: "a1" } }, published],
    [{ status: 200, text: "new, with no notice yet", health: { release: "a1" } }, published],
    // A host of files has no /healthz: there the page alone decides.
    [{ status: 200, text: "new" }, published],
    [{ status: 200, text: "new" }, onThisComputer],
    [{ status: 200, text: "new", health: { release: "b2" } }, published],
    [{ status: 200, text: "old", health: { release: "a1" } }, published],
    [
      { status: 200, text: "old" },
      { ...published, sent: true },
    ],
    [{ status: 200, text: "old", health: { refused: "it was built by another version" } }, published],
    [{ status: 301, text: "", location: "https://studio.example" }, published],
    [{ status: 404, text: "new" }, published],
    [{ error: "no such host" }, published],
  ];
  const lines = cases.map(([found, expected]) => {
    const { state, title, message } = describeOutcome(found, expected);
    const given = JSON.stringify({ ...found, at: expected.siteUrl, sent: expected.sent });
    return `${given}\n  ${state === "live" ? "Live: " : ""}${title}\n  ${message}\n`;
  });
  await expect(lines.join("\n")).toMatchFileSnapshot("./snapshots/read-back.txt");
});

test("a publish command hands the site over to the host, and its failure is reported", async () => {
  const fixture = openEditor("", { publishCommand: "echo handed to the host" });
  expect(await fixture.publish()).toMatchObject({
    state: "not-live",
    title: "Built and sent to your host. Not on the internet yet.",
  });
  const refused = openEditor("", { publishCommand: "echo no such host >&2; exit 3" });
  expect(await refused.publish()).toMatchObject({
    message: "Your host did not accept the pages.",
    details: "no such host\n",
  });
});

test("publishing can be stopped, and nothing is marked as published", async () => {
  const { editor, publish } = openEditor("await new Promise((done) => setTimeout(done, 20000))");
  const published = publish();
  await expect.poll(() => editor.publishing.describe().state).toBe("building");
  editor.publishing.stop();
  expect(await published).toMatchObject({ state: "not-live", message: "Stopped by you.", publishedAt: null });
});

test.skipIf(process.platform !== "linux")(
  "a build that runs out of memory says so, and the kernel would end it first",
  async () => {
    for (const program of [
      "process.kill(process.pid, 'SIGKILL')",
      "console.error('heap out of memory'); process.abort()",
    ])
      expect((await openEditor(program).publish()).message).toMatch(/^The server has too little memory/);
    const score = openEditor(
      "setTimeout(async () => { console.log((await import('node:fs')).readFileSync('/proc/self/oom_score_adj', 'utf8')); process.exit(1) }, 200)",
    );
    expect((await score.publish()).details).toContain("1000");
  },
);
