import type { Difference } from "./compare.ts";

/** Makes one page without script: the largest difference first, each with before, after and the changed area. */
export function reportPage(revision: string, differences: Difference[], viewCount: number): string {
  const title = `${differences.length} of ${viewCount} differ from ${revision}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<style>
  body { margin: 2rem; font: 1rem/1.5 system-ui, sans-serif; background: #f4f6f5; color: #16231f }
  h2 { font-size: 1.1rem; margin: 2.5rem 0 .5rem }
  div { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem; align-items: start }
  figure { margin: 0 }
  img { max-inline-size: 100%; border: 1px solid #c5ccc9 }
</style>
<h1>${escapeHtml(title)}</h1>
${differences.map(section).join("\n")}
</html>
`;
}

const section = ({ name, width, pixels, share }: Difference) => `<section>
<h2>${escapeHtml(name)} at ${width} px: ${(100 * share).toFixed(3)} %, ${pixels} pixels</h2>
<div>${["before", "marked", "after"].map((side) => figure(`${name}-${width}-${side}.png`, side)).join("")}</div>
</section>`;

const figure = (file: string, side: string) =>
  `<figure><figcaption>${side}</figcaption><a href="${escapeHtml(file)}"><img src="${escapeHtml(file)}" alt="${side}" loading="lazy"></a></figure>`;

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
