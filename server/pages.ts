import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, normalize } from "node:path";
import type { Draft } from "../consultations/request.ts";

export type Pages = { answer(request: IncomingMessage, response: ServerResponse, draft?: Draft): void };

export function openPages(directory: string): Pages {
  return {
    answer(request, response) {
      const [path = "/"] = (request.url ?? "/").split("?");
      const file = join(directory, normalize(`/${path}`), "index.html");
      if (!existsSync(file)) return void response.writeHead(404).end();
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(readFileSync(file));
    },
  };
}
