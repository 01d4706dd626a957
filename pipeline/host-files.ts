import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "./finish-pages.ts";
import {
  assetCaching,
  backendOf,
  commonHeaders,
  contentPolicy,
  dataCaching,
  pageCaching,
  transportSecurity,
} from "./policy.ts";

/**
 * What server/ says with every answer, written down for hosts that only serve files: the _headers and _redirects
 * that Netlify and Cloudflare Pages read.
 */
export function writeHostFiles(directory: string) {
  const backend = backendOf(readFileSync(join(directory, "contact.html"), "utf8"));
  const files = listFiles(directory).filter((file) => file.endsWith(".html"));
  const policies = files.map((file) => {
    const page = join(directory, file);
    const html = readFileSync(page, "utf8");
    const policy = contentPolicy(html, backend);
    if (file === "404.html")
      writeFileSync(
        page,
        html.replace("<head>", () => `<head>${policyTag(policy)}`),
      );
    return { path: `/${file.replace(/(index)?\.html$/, "")}`, policy };
  });
  const pages = policies.filter(({ path }) => path !== "/404").sort((a, b) => a.path.localeCompare(b.path));

  // No header is named by two rules that match one address: hosts would join the values.
  const rules = [
    rule("/*", { ...commonHeaders, "Strict-Transport-Security": transportSecurity }),
    rule("/assets/*", { "Cache-Control": assetCaching }),
    rule("/pictures/*", { "Cache-Control": assetCaching }),
    ...pages.map(({ path }) => rule(path === "/" ? "/_.data" : `${path}.data`, { "Cache-Control": dataCaching })),
    ...pages.map(({ path, policy }) => rule(path, { "Cache-Control": pageCaching, "Content-Security-Policy": policy })),
  ];
  writeFileSync(join(directory, "_headers"), `${rules.join("\n")}\n`);

  const moved = pages.flatMap(({ path }) =>
    path === "/" ? ["/index.html / 301"] : [`${path}/ ${path} 301`, `${path}.html ${path} 301`],
  );
  writeFileSync(join(directory, "_redirects"), `${moved.join("\n")}\n`);
}

const rule = (path: string, headers: Record<string, string>) =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join("\n");

/**
 * Such hosts match headers by the address asked for, so no rule can name the page for unknown ones: it carries its
 * policy itself. A tag cannot forbid framing; X-Frame-Options does.
 */
function policyTag(policy: string) {
  return `<meta http-equiv="Content-Security-Policy" content="${policy.replace(/frame-ancestors [^;]+; /, "")}"/>`;
}
