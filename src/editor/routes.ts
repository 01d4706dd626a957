import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { answerError, fileNameOf, noSuchAddress, readJson, readPicture } from "./api/answers.ts";
import type { Editor } from "./api/editor.ts";
import { createEditorPages } from "./api/editor-pages.ts";
import type { Preview } from "./api/preview.ts";
import * as bodies from "./api/request-bodies.ts";
import type { SaveResult } from "./api/save.ts";

/**
 * Every address of the editor. The process in front of this one has refused everybody who is not signed in, and every POST
 * without the session's token; it also sets the headers that all answers have.
 */
export function createRoutes(editor: Editor, preview: Preview, bundles: string) {
  const pages = createEditorPages(editor, preview, bundles);
  const app = new Hono<{ Bindings: HttpBindings }>();
  const { saving, history, publishing, pictures, treatments, launch } = editor;

  app.get("/edit", (c) => c.redirect("/edit/", 308));
  app.get("/edit/", pages.editor);
  app.get("/edit/icon.svg", pages.icon);
  app.get("/edit/page/*", pages.page);
  app.get("/edit/pictures/:name{[\\w.-]+}", pages.pictureOfPage);
  app.get("/edit/api/picture/:name{.+}", pages.picture);
  app.get("/edit/api/logo", pages.logo);
  app.get("/edit/api/events", pages.events);

  app.get("/edit/api/site", async (c) => c.json(await editor.site()));
  app.get("/edit/api/form", (c) => c.json(saving.form(c.req.query("file") ?? "")));
  app.get("/edit/api/history", (c) => c.json(history.list()));
  app.get("/edit/api/launch", async (c) => c.json(await launch.describe()));
  app.get("/edit/api/publish", (c) => c.json(publishing.describe()));

  app.post("/edit/api/check", async (c) => c.json({ problems: saving.check(await readJson(c, bodies.save)) }));
  app.post("/edit/api/preview", async (c) => c.json(await preview.previewWith(await readJson(c, bodies.preview))));
  app.post("/edit/api/save", async (c) => {
    const request = await readJson(c, bodies.save);
    return afterSave(c, request.file, saving.save(request));
  });
  app.post("/edit/api/picture", async (c) =>
    c.json(await pictures.upload(c.req.query("for") ?? "", fileNameOf(c), await readPicture(c))),
  );
  app.post("/edit/api/save-picture", async (c) =>
    afterSave(c, "images/images.yaml", await editor.savePicture(await readJson(c, bodies.savePicture))),
  );
  app.post("/edit/api/logo", async (c) => {
    await editor.saveLogo(fileNameOf(c), await readPicture(c));
    return c.json({ form: saving.form("studio.yaml"), site: await editor.site() });
  });
  app.post("/edit/api/undo", async (c) => c.json(history.undo(await readJson(c, bodies.undo))));
  app.get("/edit/api/mentions", (c) => c.json(treatments.mentions(c.req.query("slug") ?? "")));
  app.post("/edit/api/add-treatment", async (c) => {
    treatments.add(await readJson(c, bodies.addTreatment));
    return c.json(await editor.site());
  });
  app.post("/edit/api/remove-treatment", async (c) => {
    treatments.remove((await readJson(c, bodies.removeTreatment)).slug);
    return c.json(await editor.site());
  });
  app.post("/edit/api/launch", async (c) => {
    await launch.record((await readJson(c, bodies.launch)).initials);
    return c.json(await launch.describe());
  });
  app.post("/edit/api/publish", (c) => c.json(publishing.start()));
  app.post("/edit/api/publish-stop", (c) => c.json(publishing.stop()));

  app.all("/edit/api/*", () => {
    throw noSuchAddress();
  });
  app.get("/edit/:file", pages.file);

  app.onError((error, c) => answerError(c, error, editor.log));
  return app;

  /** Every save is answered with what it changes elsewhere on the screen. */
  async function afterSave(c: Context, file: string, result: SaveResult) {
    const current = { form: saving.form(file), site: await editor.site() };
    if ("saved" in result) return c.json({ ...result.saved, ...current });
    if ("conflicts" in result) return c.json({ conflicts: result.conflicts, ...current }, 409);
    return c.json({ problems: result.refused, ...current }, 422);
  }
}
