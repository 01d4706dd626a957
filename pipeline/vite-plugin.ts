import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";
import { contentFolder } from "../studio/content.ts";
import { readMaster, variants } from "../studio/pictures.ts";
import { readContent } from "../studio/read.ts";
import { drawFavicon } from "./draw-icons.ts";
import { encode } from "./encode-picture.ts";
import { studioColours } from "./studio-colours.ts";

const colours = "virtual:studio-colours.css";

/** Brings content/ into Vite: pages follow an edit at once, pictures are encoded when first asked for. */
export function content(): Plugin {
  return {
    name: "content",
    resolveId: (id) => (id === colours ? colours : undefined),
    load: (id) => (id === colours ? colourRules() : undefined),
    configureServer(server) {
      const folder = resolve(contentFolder);
      server.watcher.add(folder);
      server.watcher.on("all", (_, file) => {
        if (file.startsWith(folder)) server.ws.send({ type: "full-reload" });
      });
      server.middlewares.use("/favicon.svg", async (_, response) => {
        response.setHeader("Content-Type", "image/svg+xml");
        response.end(await drawFavicon(readContent(contentFolder).studio));
      });
      server.middlewares.use("/pictures", async (request, response, next) => {
        const wanted = `/pictures${request.url}`;
        for (const name of pictureNames()) {
          const master = await readMaster(contentFolder, name);
          const variant = variants(master).find(({ url }) => url === wanted);
          if (!variant) continue;
          response.setHeader("Content-Type", `image/${variant.format}`);
          response.end(await encode(master, variant));
          return;
        }
        next();
      });
    },
  };
}

export function pictureNames() {
  return readdirSync(resolve(contentFolder, "images")).flatMap((file) => /^(.+)\.webp$/.exec(file)?.[1] ?? []);
}

/** The studio's colours, and what stands in a picture's place until it arrives: a style attribute would need a weaker policy. */
async function colourRules() {
  const masters = await Promise.all(pictureNames().map((name) => readMaster(contentFolder, name)));
  const content = readContent(contentFolder);
  const rules = masters.map(({ name, colour }) => `[data-picture="${name}"]{background-color:${colour}}`);
  return `${studioColours(content)}@layer pages{${rules.join("")}}`;
}
