import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Fetches what makes a page interactive once it has been read: when idle after loading, or at the first touch. */
const loader = (modules: string[], entry: string, ids: string[]) =>
  `(()=>{let begun;const begin=()=>{if(begun)return;begun=1;Promise.all([${modules.map((url) => `import(${JSON.stringify(url)})`).join(",")}]).then(([,...parts])=>{window.__reactRouterRouteModules=Object.fromEntries(${JSON.stringify(ids)}.map((id,at)=>[id,parts[at]]));import(${JSON.stringify(entry)})})};const idle=()=>(window.requestIdleCallback||setTimeout)(begin);document.readyState==="complete"?idle():addEventListener("load",idle);for(const touch of["pointerover","pointerdown","keydown","focusin"])addEventListener(touch,begin,{once:true,passive:true})})()`;

/** Turns what the router prerendered into what is served: one file per address, its style inside, its script deferred. */
export function finishPages(directory: string) {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" });
  const [sheet] = files.filter((file) => /^assets\/style-.*\.css$/.test(file) && inUse(directory, file));
  if (!sheet) throw new Error("The build wrote no style sheet");
  const css = readFileSync(join(directory, sheet), "utf8").trim();

  for (const file of files.filter((name) => name.endsWith("index.html"))) {
    const page = join(directory, file);
    writeFileSync(page, finish(readFileSync(page, "utf8"), css));
    // about.html answers /about on every host; about/index.html would answer /about/ on some.
    const folder = dirname(file);
    if (folder !== ".") renameSync(page, join(directory, `${folder}.html`));
  }
  for (const file of files.filter((name) => /^assets\/style-.*\.css$/.test(name))) rmSync(join(directory, file));
  for (const file of ["404.data", "__spa-fallback.html"]) rmSync(join(directory, file), { force: true });
  removeEmptyFolders(directory);
}

/** The router writes the sheet of its server build too; the manifest of the browser build names the right one. */
function inUse(directory: string, file: string) {
  const manifest = readdirSync(join(directory, "assets")).find((name) => name.startsWith("manifest-")) ?? "";
  return readFileSync(join(directory, "assets", manifest), "utf8").includes(file);
}

function finish(html: string, css: string) {
  return html
    .replace(/<style data-inline="true"><\/style>/, () => `<style>${css}</style>`)
    .replace(/<link rel="modulepreload"[^>]*>/g, "")
    .replace(/<script type="module" async="">([\s\S]*?)<\/script>/, (_, source: string) => {
      const modules = [...source.matchAll(/^import .*?"([^"]+)";?$/gm)].map((match) => match[1] ?? "");
      const entry = /import\("([^"]+)"\)/.exec(source)?.[1] ?? "";
      const ids = [...source.matchAll(/"([^"]+)":route\d+/g)].map((match) => match[1] ?? "");
      if (modules.length !== ids.length + 1 || !entry) throw new Error("The router's script has another shape now");
      return `<script>${loader(modules, entry, ids)}</script>`;
    });
}

function removeEmptyFolders(directory: string) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = join(directory, entry.name);
    removeEmptyFolders(folder);
    if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
  }
}

export const listFiles = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
