import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestEditor } from "../../../tests/kit/test-editor.ts";

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
afterEach(() => fixture.close());

test("the launch list names the field of each task, and a guess disappears from it once confirmed", () => {
  fixture.replace("treatments/blue-light.md", "downtime: None", "downtime:\n  value: None\n  source: proposed");
  const facts = fixture.editor.launch().groups.find(({ name }) => name === "facts");
  expect(facts?.items).toEqual([
    {
      file: "treatments/blue-light.md",
      path: "downtime",
      title: "Blue Light",
      label: "Downtime",
      message: "This is a careful guess. Is it right?",
      canConfirm: true,
    },
  ]);
  fixture.save("treatments/blue-light.md", [{ do: "settle", path: "downtime" }]);
  expect(fixture.editor.launch().groups.find(({ name }) => name === "facts")?.items).toEqual([]);
});

test("a missing server setting is listed without a field", async () => {
  const other = openTestEditor({ environment: {} });
  try {
    const items = other.editor.launch().groups.find(({ name }) => name === "settings")?.items;
    expect(items?.map(({ file, label }) => [file, label])).toContainEqual([null, "SITE_URL"]);
  } finally {
    await other.close();
  }
});

test("the launch is recorded only when no task is left, with initials, and only once", () => {
  fixture.replace("treatments/blue-light.md", "downtime: None", "downtime:\n  value: None\n  source: proposed");
  expect(fixture.editor.recordLaunch("CV")).toBe("Something is left to do first.");
  fixture.save("treatments/blue-light.md", [{ do: "settle", path: "downtime" }]);
  expect(fixture.editor.launch().ready).toBe(true);
  expect(fixture.editor.recordLaunch("four letters")).toMatch(/^Sign with your initials/);
  expect(fixture.editor.recordLaunch("CV")).toBeUndefined();
  expect(fixture.read("studio.yaml")).toMatch(/\nlaunched:\n {2}date: \d{4}-\d\d-\d\d\n {2}initials: CV\n/);
  expect(fixture.editor.launch().launched).toMatchObject({ initials: "CV" });
  expect(fixture.editor.recordLaunch("CV")).toMatch(/^The launch was recorded on/);
});
