import { afterEach, beforeEach, expect, test } from "vitest";
import { tryEditor } from "./tried-editor.ts";

const settings = {
  SITE_URL: "https://studio.test",
  SMTP_URL: "smtp://localhost",
  MAIL_TO: "a@studio.test",
  MAIL_FROM: "b@studio.test",
};
let tried: ReturnType<typeof tryEditor>;
beforeEach(() => {
  tried = tryEditor({ environment: settings });
});
afterEach(() => tried.close());

test("what is left stands with the way to its field, and a guess may be settled from there", () => {
  tried.change("treatments/blue-light.md", "downtime: None", "downtime:\n  value: None\n  source: proposed");
  const facts = tried.editor.launch().groups.find(({ name }) => name === "facts");
  expect(facts?.items).toEqual([
    {
      file: "treatments/blue-light.md",
      path: "downtime",
      title: "Blue Light",
      label: "Downtime",
      words: "Careful guess. Is this so?",
      settle: true,
    },
  ]);
  tried.save("treatments/blue-light.md", [{ do: "settle", path: "downtime" }]);
  expect(tried.editor.launch().groups.find(({ name }) => name === "facts")?.items).toEqual([]);
});

test("settings of the server that are missing have no field", async () => {
  const other = tryEditor({ environment: {} });
  try {
    const items = other.editor.launch().groups.find(({ name }) => name === "settings")?.items;
    expect(items?.map(({ file, label }) => [file, label])).toContainEqual([null, "SITE_URL"]);
  } finally {
    await other.close();
  }
});

test("it goes public once nothing is left, signed, and only once", () => {
  tried.change("treatments/blue-light.md", "downtime: None", "downtime:\n  value: None\n  source: proposed");
  expect(tried.editor.sayLaunch("CV")).toBe("Something is left to settle first.");
  tried.save("treatments/blue-light.md", [{ do: "settle", path: "downtime" }]);
  expect(tried.editor.launch().ready).toBe(true);
  expect(tried.editor.sayLaunch("four letters")).toMatch(/^Sign with your initials/);
  expect(tried.editor.sayLaunch("CV")).toBeUndefined();
  expect(tried.read("studio.yaml")).toMatch(/\nlaunched:\n {2}date: \d{4}-\d\d-\d\d\n {2}initials: CV\n/);
  expect(tried.editor.launch().launched).toMatchObject({ initials: "CV" });
  expect(tried.editor.sayLaunch("CV")).toMatch(/^The launch was said on/);
});
