import { runBuild } from "../src/build/build-if-changed.ts";
import { findEditorBundles } from "../src/build/preview.ts";
import { createEditorFront } from "../src/server/editor-front.ts";
import { createEditorProcess } from "../src/server/editor-process.ts";
import { log, runLocalTool } from "../src/server/local-tool.ts";
import { createRoutes } from "../src/server/routes.ts";
import { readFolders } from "../src/settings/settings.ts";

await runLocalTool("edit", 20, async ({ environment, address, csrfToken }) => {
  const { buildFolder } = readFolders(environment);
  // The editor is built once after its code has changed.
  if (!findEditorBundles(buildFolder) && !runBuild(["--editor"]))
    throw new Error("The editor could not be built. What is printed above says why.");
  const editor = createEditorProcess({ address, environment, log });
  await editor.open();
  const routes = createRoutes({
    log,
    editor: createEditorFront({ siteUrl: null, csrfTokenOf: async () => csrfToken, editor, log }),
    // A link that is opened in a tab of its own shows the page as it will be.
    pages: (c) => c.redirect(c.req.path === "/" ? "/edit/" : `/edit/page${c.req.path}`),
  });
  return { answer: routes.fetch, close: editor.stop };
});
