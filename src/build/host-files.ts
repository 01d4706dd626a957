import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type BuildInfo, treatmentsPath } from "./build-folder.ts";
import { assetCaching, commonHeaders, pageCaching, transportSecurity } from "./response-headers.ts";

/**
 * Writes the _headers and _redirects files that Netlify and Cloudflare Pages read, with the same headers that our own
 * server sends. nginx reads neither: for each removed treatment it finds an empty file in the folder `former`, so that it
 * needs no reload. See deploy/nginx-static.conf.
 */
export function writeHostFiles(directory: string, { policies, former = [] }: BuildInfo) {
  // Such hosts match headers by the requested address, so the 404 page carries its policy in a tag.
  const pages = Object.keys(policies)
    .filter((path) => path !== "/404")
    .sort();

  // No header is in two rules that match one address, because hosts would join the values.
  const rules = [
    rule("/*", { ...commonHeaders, "Strict-Transport-Security": transportSecurity }),
    rule("/assets/*", { "Cache-Control": assetCaching }),
    rule("/pictures/*", { "Cache-Control": assetCaching }),
    ...pages.map((path) =>
      rule(path, { "Cache-Control": pageCaching, "Content-Security-Policy": policies[path] ?? "" }),
    ),
  ];
  writeFileSync(join(directory, "_headers"), `${rules.join("\n")}\n`);

  const redirects = pages.flatMap((path) =>
    path === "/" ? ["/index.html / 301"] : [`${path}/ ${path} 301`, `${path}.html ${path} 301`],
  );
  const removed = former.flatMap((path) =>
    ["", "/", ".html"].map((ending) => `${path}${ending} ${treatmentsPath} 301`),
  );
  writeFileSync(join(directory, "_redirects"), `${[...redirects, ...removed].join("\n")}\n`);
  for (const path of former) {
    const marker = join(directory, "../former", path);
    mkdirSync(dirname(marker), { recursive: true });
    writeFileSync(marker, "");
  }
}

const rule = (path: string, headers: Record<string, string>) =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join("\n");
