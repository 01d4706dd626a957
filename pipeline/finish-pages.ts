import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Milliseconds after loading, so that what the first view still paints comes first. */
const quiet = 250;

/**
 * Fetches what makes a page interactive, that is the router's modules and the page's own data, at the
 * first touch, key or scroll, or when the browser is idle after loading. All of it is
 * asked for at once and at low priority, then run file by file with a pause between, so that no tap waits long.
 */
const loader = (modules: string[], ids: string[], state: string) =>
  `(()=>{let begun;const begin=async()=>{if(begun)return;begun=1;try{
const urls=${JSON.stringify(modules)},parts=[],[state]=await Promise.all(["${state}",...urls].map(url=>fetch(url,{priority:"low"}).then(answer=>answer.text())));
const entry=urls.pop();for(const url of urls){parts.push(await import(url));await new Promise(next=>setTimeout(next))}
const{streamController:stream}=__reactRouterContext;stream.enqueue(state);stream.close();
__reactRouterRouteModules=Object.fromEntries(${JSON.stringify(ids)}.map((id,at)=>[id,parts.at(at-${ids.length})]));
import(entry)}catch{begun=0}},
wait=()=>setTimeout(()=>(self.requestIdleCallback||setTimeout)(begin),${quiet});
document.readyState=="complete"?wait():addEventListener("load",wait);
for(const sign of["pointerover","keydown","focusin","scroll"])addEventListener(sign,begin,{passive:true})})()`.replaceAll(
    "\n",
    "",
  );

/**
 * The first view is set in the fallback, whose measures are the same, and the font is asked for once all of it is on
 * the screen: never in the way of words or pictures. Where scripts are off the sheet itself asks for it.
 */
function lateFont(css: string) {
  const [rule, source = ""] = expect(css, /@font-face\s*\{font-family:\s*Commissioner;[^}]*?(url\([^)]+\))[^}]*\}/);
  const [, weight = ""] = expect(rule, /font-weight:\s*([\d ]+)/);
  const face = `new FontFace("Commissioner",${JSON.stringify(source.replaceAll('"', ""))},{weight:"${weight}"})`;
  return {
    css: css.replace(rule, () => `@media (scripting:none){${rule}}`),
    script: `new PerformanceObserver((_,paint)=>{paint.disconnect();const ask=()=>(self.requestIdleCallback||setTimeout)(()=>${face}.load().then(face=>document.fonts.add(face),()=>{}));document.readyState=="complete"?ask():addEventListener("load",ask)}).observe({type:"paint",buffered:true})`,
  };
}

/** Turns what the router prerendered into what is served: one file per address, its style inside, its script deferred. */
export function finishPages(directory: string) {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" });
  const { css, script } = lateFont(takeSheet(directory, files));

  for (const file of files.filter((name) => name.endsWith("index.html"))) {
    const page = join(directory, file);
    writeFileSync(page, finish(directory, readFileSync(page, "utf8"), css, script));
    // about.html answers /about on every host; about/index.html would answer /about/ on some.
    const folder = dirname(file);
    if (folder !== ".") renameSync(page, join(directory, `${folder}.html`));
  }
  for (const file of files.filter((name) => /^assets\/style-.*\.css$/.test(name))) rmSync(join(directory, file));
  for (const file of ["404.data", "__spa-fallback.html"]) rmSync(join(directory, file), { force: true });
  removeEmptyFolders(directory);
}

/**
 * The style sheet, out of the router's hands: its manifest must not send for a file that stands in every page. The
 * manifest also tells it from the sheet of the router's server build.
 */
function takeSheet(directory: string, files: string[]) {
  const manifest = join(directory, files.find((file) => /^assets\/manifest-.*\.js$/.test(file)) ?? "");
  const listed = readFileSync(manifest, "utf8");
  const [name = "", sheet = ""] = expect(listed, /"\/(assets\/style-[^"]+\.css)"/);
  writeFileSync(manifest, listed.replaceAll(name, ""));
  return readFileSync(join(directory, sheet), "utf8").trim();
}

function finish(directory: string, html: string, css: string, font: string) {
  const enqueue = /<script>window\.__reactRouterContext\.streamController\.enqueue\(("(?:[^"\\]|\\.)*")\);<\/script>/;
  const closing = "<script>window.__reactRouterContext.streamController.close();</script>";
  const state: string = JSON.parse(expect(html, enqueue)[1] ?? "");
  const stateUrl = `/assets/state-${createHash("sha256").update(state).digest("base64url").slice(0, 8)}.txt`;
  writeFileSync(join(directory, stateUrl), state);

  const [script, source = ""] = expect(html, /<script type="module" async="">([\s\S]*?)<\/script>/);
  const modules = [...source.matchAll(/^import .*?"([^"]+)";?$/gm)].map((match) => match[1] ?? "");
  const ids = [...source.matchAll(/"([^"]+)":route\d+/g)].map((match) => match[1] ?? "");
  const [, entry = ""] = expect(source, /import\("([^"]+)"\)/);
  if (modules.length !== ids.length + 1) throw new Error("The router's script has another shape now");
  // What they import comes first: all are fetched in one round trip, and each runs in a task of its own.
  const imported = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map((match) => match[1] ?? "");
  const first = imported.filter((url) => url !== entry && !modules.includes(url));

  return html
    .replace(
      /<style data-inline="true">(.*?)<\/style>/,
      (_, order: string) => `<style>${order}${ownColours(css, html)}</style>`,
    )
    .replace(/<link rel="modulepreload"[^>]*>/g, "")
    .replace(script, () => `<script>${loader([...first, ...modules, entry], ids, stateUrl)}</script>`)
    .replace(/<script>(?=window\.__reactRouterContext = )/, (tag) => `${tag}${font};`)
    .replace(enqueue, "<script></script>")
    .replace(closing, "<script></script>");
}

/** Leaves out what colours the places of other pages' pictures: those are grey when such a page is come to later. */
function ownColours(css: string, html: string) {
  return css.replace(/\[data-picture="?([\w-]+)"?\]\{[^}]*\}/g, (rule, name) =>
    html.includes(`data-picture="${name}"`) ? rule : "",
  );
}

function expect(text: string, shape: RegExp): RegExpExecArray {
  const found = shape.exec(text);
  if (!found) throw new Error(`The router's page has another shape now: ${shape} is not in it`);
  return found;
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
