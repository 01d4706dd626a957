import { contrast, nightBackground, pageBackground } from "../contrast.ts";

const shapes = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];
const gradients = ["linearGradient", "radialGradient"];
const elements = new Set([...shapes, ...gradients, "svg", "g", "defs", "stop", "clipPath"]);
/** What programs write beside the drawing, and what could act on a page: left out without a word. */
const silent = /^(title|desc|metadata|style|script|animate|animateTransform|set|namedview)$/;

const geometry = /^([cfr]?[xyr]|[xy][12]|d|width|height|points|transform|offset|viewBox|id)$/;
const gradientForm = /^(gradientUnits|gradientTransform|spreadMethod)$/;
const paint = /^(fill|stroke|stop|clip|color|opacity)(-[a-z]+)?$/;
const isKnown = (name: string) => [geometry, gradientForm, paint].some((names) => names.test(name));

/** No quotes, colons, slashes or brackets of markup; a reference leads to a part of the drawing itself. */
const isSafe = (value: string) => /^[\w\s#.,%()+-]*$/.test(value) && /^(?:url\(#[\w-]+\)|(?!.*url).*)$/is.test(value);

/** The part of the file that a page refers to. */
export const logoId = "studio-logo";

/**
 * Writes a drawing again from nothing but shapes, gradients and their attributes, so that no script, style or address of
 * the file can be in it. A drawing in one colour that is not seen by day and by night takes the colour of the words.
 */
export function cleanSvg(source: string) {
  const text = source.replace(/<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^[>]*(?:\[.*?\])?\s*>/gs, "");
  const classes = readClasses(text);
  /** The elements that are missing in it, such as text, which is set in a font that others do not have. */
  const missing = new Set<string>();
  const colours = new Set<string>();
  let viewBox = "";
  let drawn = "";
  /** The colours of each open element, and whether it is written. */
  const open: { name: string; fill: string; stroke: string; written: boolean }[] = [];
  for (const [, end, given = "", rest = "", alone] of text.matchAll(tag)) {
    const name = given.replace(/^svg:/, "");
    if (end) {
      const last = open.pop();
      if (!last || last.name !== name) return undefined;
      if (last.written && open.length) drawn += `</${name}>`;
      continue;
    }
    const around = open.at(-1);
    const isRoot = !around;
    if (isRoot && (name !== "svg" || viewBox)) return undefined;
    const found = readAttributes(rest, classes);
    const fill = plainColour(found.get("fill") ?? around?.fill ?? "black");
    const stroke = plainColour(found.get("stroke") ?? around?.stroke ?? "none");
    const written = (isRoot || around.written) && elements.has(name) && (isRoot || name !== "svg");
    if (around?.written && !written && !silent.test(name.replace(/^.*:/, ""))) missing.add(name);
    if (isRoot) viewBox = readViewBox(found);
    if (written && shapes.includes(name) && !open.some(({ name }) => name === "clipPath"))
      for (const colour of [fill, stroke]) colours.add(colour);
    if (written && name === "stop") colours.add("gradient");
    if (!alone) open.push({ name, fill, stroke, written });
    if (!written || isRoot) {
      if (isRoot) drawn += startTag("g", new Map([...found].filter(([key]) => paint.test(key))).set("id", logoId));
      continue;
    }
    if (found.get("id") === logoId) found.delete("id");
    drawn += startTag(name, found, Boolean(alone));
  }
  if (open.length || !viewBox || !shapes.some((name) => drawn.includes(`<${name} `))) return undefined;
  colours.delete("none");
  const [colour = "", ...others] = colours;
  const follows =
    colour === "currentcolor" ||
    (/^#[\da-f]{6}$/.test(colour) && [pageBackground, nightBackground].some((ground) => contrast(colour, ground) < 2));
  const body = others.length || !follows ? drawn : inOneColour(drawn);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${body}</g></svg>`;
  return { svg, viewBox, missing: [...missing] };
}

const quoted = `"[^"<]*"|'[^'<]*'`;
const tag = new RegExp(`<(/?)([\\w:.-]+)((?:\\s+[\\w:.-]+\\s*=\\s*(?:${quoted}))*)\\s*(/?)>`, "g");

/** The rules for single classes, as drawing programs write them. */
function readClasses(text: string): Map<string, string> {
  const sheets = [...text.matchAll(/<style\b[^>]*>(.*?)<\/style>/gs)].map(([, sheet = ""]) => sheet).join("\n");
  const rules = sheets.replace(/\/\*.*?\*\/|<!\[CDATA\[|\]\]>/gs, "").matchAll(/([^{}]+)\{([^{}]*)\}/g);
  const classes = new Map<string, string>();
  for (const [, selectors = "", declarations = ""] of rules)
    for (const [, name = ""] of selectors.matchAll(/\.([\w-]+)/g))
      classes.set(name, `${classes.get(name) ?? ""};${declarations}`);
  return classes;
}

/** Styles become attributes, which they outrank. */
function readAttributes(text: string, classes: Map<string, string>): Map<string, string> {
  const given = new Map(
    [...text.matchAll(new RegExp(`([\\w:.-]+)\\s*=\\s*(${quoted})`, "g"))].map(([, name = "", value = ""]) => [
      name,
      value.slice(1, -1),
    ]),
  );
  const styles = (given.get("class") ?? "").split(/\s+/).map((name) => classes.get(name) ?? "");
  for (const declaration of [...styles, given.get("style") ?? ""].join(";").split(";")) {
    const [name = "", value = ""] = declaration.split(":").map((part) => part.trim());
    if (paint.test(name)) given.set(name, value.replace(/url\((["'])(#[\w-]+)\1\)/, "url($2)"));
  }
  const href = given.get("href") ?? given.get("xlink:href") ?? "";
  const kept = new Map([...given].filter(([name, value]) => isKnown(name) && isSafe(value)));
  return /^#[\w-]+$/.test(href) ? kept.set("href", href) : kept;
}

function readViewBox(found: Map<string, string>): string {
  const size = (name: string) => Number.parseFloat(found.get(name) ?? "");
  const given = found
    .get("viewBox")
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const box = given ?? [0, 0, size("width"), size("height")];
  const [, , width = 0, height = 0] = box;
  return box.length === 4 && box.every(Number.isFinite) && width > 0 && height > 0 ? box.join(" ") : "";
}

const startTag = (name: string, found: Map<string, string>, alone = false) =>
  `<${[name, ...[...found].flatMap(([key, value]) => (key === "href" && !gradients.includes(name) ? [] : `${key}="${value}"`))].join(" ")}${alone ? "/" : ""}>`;

/** Black is written in several ways, and a colour in three or six digits. */
function plainColour(colour: string): string {
  const plain = colour.trim().toLowerCase();
  if (plain === "transparent") return "none";
  if (plain === "black") return "#000000";
  if (plain === "white") return "#ffffff";
  return plain.replace(/^#([\da-f])([\da-f])([\da-f])$/, "#$1$1$2$2$3$3");
}

/** What names no colour is black; here it gets its colour from the outermost group. */
const inOneColour = (drawn: string) =>
  drawn
    .replace(/ (fill|stroke)="(?!none|transparent)[^"]*"/gi, ' $1="currentColor"')
    .replace(/^<g(?![^>]* fill=)/, '<g fill="currentColor"');
