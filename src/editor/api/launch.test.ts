import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { blueLight, guess, openTestEditor, set } from "../../../tests/kit/test-editor.ts";
import { createLaunch } from "./launch.ts";
import { askHealth } from "./read-back.ts";

const settings = {
  SITE_URL: "https://studio.test",
  SMTP_URL: "smtp://localhost",
  MAIL_TO: "a@studio.test",
  MAIL_FROM: "b@studio.test",
};

test("the launch list names the field of each task, and the launch is recorded once when none is left", async () => {
  const { editor, replace, save, read } = openTestEditor({ environment: settings });
  const { describe, record } = editor.launch;
  replace(...guess);
  const facts = async () => (await describe()).groups.find(({ name }) => name === "facts")?.tasks;
  const place = { file: blueLight, path: "downtime", title: "Blue Light", label: "Downtime" };
  expect(await facts()).toEqual([{ ...place, message: "This is a careful guess. Is it right?", canConfirm: true }]);
  await expect(record("CV")).rejects.toThrow("Something is left to do first.");
  save(blueLight, [set("downtime", { value: "None" })]);
  expect(await facts()).toBeUndefined();
  expect((await describe()).ready).toBe(true);
  await expect(record("four letters")).rejects.toThrow(/^Sign with your initials/);
  await record("CV");
  expect(read("studio.yaml")).toMatch(/\nlaunched:\n {2}date: \d{4}-\d\d-\d\d\n {2}initials: CV\n/);
  await expect(record("CV")).rejects.toThrow(/^The launch was recorded on/);
});

test("the site is asked whether it is public once the launch is recorded, and not before", async () => {
  const { editor } = openTestEditor();
  const asked: string[] = [];
  const ask = async (address: string) => {
    asked.push(address);
    return { health: {} };
  };
  const { describe, record } = createLaunch(editor.store, editor.saving, settings, () => new Date(), ask);
  expect([(await describe()).onInternet, asked]).toEqual([false, []]);
  await record("CV");
  expect([(await describe()).onInternet, asked]).toEqual([true, [settings.SITE_URL]]);
});

/** A site that answers /healthz with this. */
async function siteWith(health: unknown) {
  const server = createServer((_, response) => response.end(JSON.stringify(health))).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each<[health: unknown, messages: RegExp[]]>([
  [{ ok: true, store: "ok", mail: "ok" }, []],
  [{ ok: false, store: "ok", mail: "late" }, []],
  [{ ok: false, store: "ok", mail: "not set" }, [/^SMTP_URL It is not set on studio\.test/]],
  [{ ok: false, store: "unavailable" }, [/^DATA_DIR .*studio\.test.*cannot be written/]],
  [
    { ok: false, store: "ok", mail: "ok", pages: "built for another address" },
    [/pages were built for another address/],
  ],
  [undefined, [/^SITE_URL .*studio\.test/]],
  // Without /healthz the settings of this computer are all that is known.
  ["a page", [/^SMTP_URL/, /^MAIL_TO/, /^MAIL_FROM/]],
])("the site's own answer %j decides what the server lacks, not this computer", async (health, messages) => {
  const { editor } = openTestEditor();
  const siteUrl = health === undefined ? "http://127.0.0.1:1" : await siteWith(health);
  const environment = { SITE_URL: "https://studio.test" };
  const ask = () => askHealth(siteUrl);
  const { describe } = createLaunch(editor.store, editor.saving, environment, () => new Date(), ask);
  const tasks = (await describe()).groups.find(({ name }) => name === "settings")?.tasks ?? [];
  expect(tasks.map(({ label, message }) => `${label} ${message}`)).toEqual(
    messages.map((message) => expect.stringMatching(message)),
  );
});
