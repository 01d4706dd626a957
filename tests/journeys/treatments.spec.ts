import { startHostedSite } from "../kit/hosted-site.ts";
import { patient } from "../kit/patience.ts";
import { phone } from "../kit/publish-from-phone.ts";
import { expect, journeyTest as test } from "../kit/site-fixtures.ts";
import { expectNoViolations } from "./accessibility.ts";

test("on a phone the owner adds a treatment and removes it for good, and a visitor finds it in between @chromium", async ({
  browser,
}) => {
  test.setTimeout(patient(180_000));
  const hosted = await startHostedSite();
  const visit = (path: string) => fetch(hosted.site + path, { redirect: "manual" });
  const owner = await (await browser.newContext({ baseURL: hosted.site, viewport: phone })).newPage();
  const heading = owner.getByRole("heading", { level: 1 });
  const publish = async (changes: RegExp) => {
    await owner.getByRole("button", { name: changes }).click();
    await owner.getByRole("button", { name: "Publish now" }).click();
    await expect(heading).toContainText("Live", { timeout: patient(60_000) });
  };
  await owner.goto("/desk");
  await owner.getByRole("button", { name: "Send me a link" }).click();
  await owner.goto(await hosted.signInLink());
  await owner.getByRole("button", { name: "Open the desk here" }).click();
  await owner.getByRole("link", { name: "Edit the site" }).click();

  await owner.goto("/edit/#words/treatments/lactic-peel");
  await owner.getByRole("button", { name: "Copy this treatment" }).click();
  await owner.getByLabel("Name").fill("Lactic Peel");
  await expect(owner.getByRole("alert")).toContainText("the address of another treatment");
  await owner.getByLabel("Name").fill("Mandelic Peel");
  await owner.getByLabel("What it does").fill("a slow acid from almonds");
  await expect(owner.getByLabel("Address")).toHaveValue("mandelic-peel");
  await expectNoViolations(owner, [phone.width]);
  await owner.getByRole("button", { name: "Add it" }).click();
  await expect(heading).toHaveText("Mandelic Peel");
  expect((await visit("/treatments/mandelic-peel")).status).toBe(404);
  await owner.getByRole("radiogroup", { name: "Not on the site yet" }).getByLabel("No", { exact: true }).check();
  await publish(/^Publish 2 changes/);
  expect(await (await visit("/treatments/mandelic-peel")).text()).toContain("What is Mandelic Peel?");
  expect(await (await visit("/treatments")).text()).toContain("a slow acid from almonds");

  await owner.goto("/edit/#words/treatments/mandelic-peel");
  await owner.getByRole("button", { name: "Remove for good" }).click();
  await expect(owner.getByRole("heading", { name: "No other page speaks of it" })).toBeVisible();
  await expectNoViolations(owner, [phone.width]);
  await owner.getByRole("button", { name: "Remove for good" }).click();
  await expect(owner.getByText("Mandelic Peel was removed. Undo brings it back.").first()).toBeAttached();
  await publish(/^Publish 1 change/);
  const answer = await visit("/treatments/mandelic-peel");
  expect([answer.status, answer.headers.get("location")]).toEqual([301, "/treatments"]);
  expect(await (await visit("/treatments")).text()).not.toContain("almonds");
  await owner.context().close();
  await hosted.stop();
});
