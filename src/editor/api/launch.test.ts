import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openTestEditor } from "../../../tests/kit/test-editor.ts";
import { missingSettings } from "../../content/launch/missing-settings.ts";
import { sentenceOf } from "../../content/problem-sentences.ts";
import { describeLaunch, settingsMissingOn } from "./launch.ts";
import { askHealth } from "./read-back.ts";

const settings = {
  SITE_URL: "https://studio.test",
  SMTP_URL: "smtp://localhost",
  MAIL_TO: "a@studio.test",
  MAIL_FROM: "b@studio.test",
};
let fixture: ReturnType<typeof openTestEditor>;
beforeEach(() => {
  fixture = openTestEditor({ environment: settings });
});

test("the launch list names the field of each task, and the launch is recorded once when none is left", async () => {
  fixture.replace("treatments/blue-light.yaml", "downtime: None", "downtime:\n  value: None\n  source: proposed");
  const facts = async () => (await fixture.editor.launch()).groups.find(({ name }) => name === "facts")?.tasks;
  expect(await facts()).toEqual([
    {
      file: "treatments/blue-light.yaml",
      path: "downtime",
      title: "Blue Light",
      label: "Downtime",
      message: "This is a careful guess. Is it right?",
      canConfirm: true,
    },
  ]);
  expect(await fixture.editor.recordLaunch("CV")).toBe("Something is left to do first.");
  fixture.save("treatments/blue-light.yaml", [{ path: "downtime", value: { value: "None" } }]);
  expect(await facts()).toBeUndefined();
  expect((await fixture.editor.launch()).ready).toBe(true);
  expect(await fixture.editor.recordLaunch("four letters")).toMatch(/^Sign with your initials/);
  expect(await fixture.editor.recordLaunch("CV")).toBeUndefined();
  expect(fixture.read("studio.yaml")).toMatch(/\nlaunched:\n {2}date: \d{4}-\d\d-\d\d\n {2}initials: CV\n/);
  expect(await fixture.editor.recordLaunch("CV")).toMatch(/^The launch was recorded on/);
});

test("the site is asked whether it is public once the launch is recorded, and not before", async () => {
  const asked: string[] = [];
  const ask = async (address: string) => {
    asked.push(address);
    return { health: {} };
  };
  const isOnInternet = async () => (await describeLaunch(fixture.editor.store, settings, ask)).onInternet;
  expect([await isOnInternet(), asked]).toEqual([false, []]);
  expect(await fixture.editor.recordLaunch("CV")).toBeUndefined();
  expect([await isOnInternet(), asked]).toEqual([true, [settings.SITE_URL]]);
});

/** A site that answers /healthz with this, and the settings of a computer that only knows its address. */
async function siteWith(health: unknown) {
  const server = createServer((_, response) => response.end(JSON.stringify(health))).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  [{ ok: true, store: "ok", mail: "ok" }, []],
  [{ ok: false, store: "ok", mail: "late" }, []],
  [{ ok: false, store: "ok", mail: "not set" }, [expect.stringMatching(/^SMTP_URL is not set on 127/)]],
  [{ ok: false, store: "unavailable" }, [expect.stringMatching(/^DATA_DIR of 127.*cannot be written/)]],
  [
    { ok: false, store: "ok", mail: "ok", pages: "built for another address" },
    [expect.stringMatching(/whose pages were built for another address/)],
  ],
])("the site's own answer %j decides what the server lacks, not this computer", async (health, messages) => {
  const siteUrl = await siteWith(health);
  const found = settingsMissingOn(
    siteUrl,
    missingSettings({ SITE_URL: "https://studio.test" }),
    await askHealth(siteUrl),
  );
  expect(found.map((item) => sentenceOf(item, `${item.field} `))).toEqual(messages);
});

test("a site that does not answer is named, and one without /healthz leaves this computer's settings", async () => {
  const missing = missingSettings({ SITE_URL: "https://studio.test" });
  expect(settingsMissingOn("https://studio.test", missing, { error: "no such host" })).toMatchObject([
    { field: "SITE_URL", code: "site_silent", params: { host: "studio.test", error: "no such host" } },
  ]);
  const siteUrl = await siteWith("a page");
  expect(settingsMissingOn(siteUrl, missing, await askHealth(siteUrl))).toEqual(missing);
});
