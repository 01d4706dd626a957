import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listFiles } from "../../src/build/list-files.ts";
import { renderPages } from "../../src/build/render-pages.ts";
import { endpoint } from "../../src/requests/request.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readBuildSettings } from "../../src/settings/settings.ts";
import { attributeValues } from "./built-pages.ts";

test("pages for a hosted backend send the form there, with and without script, and their policy allows it", async () => {
  // The folder is inside the project, where the built code finds its packages.
  const folder = mkdtempSync(".cache/hosted-");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const backend = "https://backend.example";
  const settings = { ...loadEnvironment(), BACKEND_URL: backend, BACKEND_KEY: "public", OWN_FUNCTION: "on" };
  await renderPages(folder, readBuildSettings(settings));
  const read = (file: string) => readFileSync(join(folder, "client", file), "utf8");

  expect(attributeValues(read("contact.html"), "form", "action")).toEqual([backend + endpoint]);
  const [script = ""] = listFiles(join(folder, "client")).filter((file) => /assets\/form-.*\.js$/.test(file));
  expect(read(script)).toContain(backend);
  const { policies } = JSON.parse(readFileSync(join(folder, "server/pages.json"), "utf8"));
  expect(Object.keys(policies)).toContain("/contact");
  for (const policy of Object.values(policies)) {
    expect(policy).toContain(`connect-src 'self' ${backend} `);
    expect(policy).toContain(`form-action 'self' ${backend};`);
  }
});
