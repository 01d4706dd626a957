import type { Content } from "../content.ts";
import { loadBrandFont } from "./brand-font.ts";

/** The studio's mark in a 28 by 28 square: strokes over a soft glow, or the outline of its letter. */
export type Mark = { strokes: string; light?: string | undefined } | { outline: string };

const capHeight = 20;

export async function loadMark({ mark }: Content["studio"]): Promise<Mark> {
  if (mark.strokes) return { strokes: mark.strokes, light: mark.light };
  return { outline: loadBrandFont().letterPath(mark.letter, capHeight, 28) };
}

/** The mark as SVG markup for drawings, where no style is inherited. */
export function drawMark(mark: Mark, ink: string, accent: string, width: number): string {
  if ("outline" in mark) return `<path d="${mark.outline}" fill="${ink}"/>`;
  const light = mark.light ? `<path d="${mark.light}" fill="url(#light)"/>` : "";
  return `<linearGradient id="light" x1="0" x2="1"><stop stop-color="${accent}" stop-opacity=".95"/><stop offset="1" stop-color="${accent}" stop-opacity="0"/></linearGradient>${light}<path d="${mark.strokes}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-linejoin="bevel"/>`;
}
