import { expect, test } from "vitest";
import { openTestEditor } from "../../../tests/kit/test-editor.ts";
import type { PreviewSite } from "../../build/preview.ts";
import { createPreview } from "./preview.ts";

test("a page that could not be shown at first is shown once its mistake is fixed", async () => {
  const { editor, root } = openTestEditor();
  let site: PreviewSite | undefined;
  const preview = createPreview(editor, async () => site, root);
  expect(await preview.layOver({ path: "/about", edits: {} })).toEqual({ id: "" });
  expect((await preview.page("/about", null)).status).toBe(503);
  site = {
    paths: ["/about"],
    render: async () => ({ html: "<html><h1>About</h1></html>", policy: "" }),
    encode: async () => undefined,
  } as unknown as PreviewSite;
  expect(await preview.page("/about", null)).toMatchObject({ status: 200, html: expect.stringContaining("About") });
});
