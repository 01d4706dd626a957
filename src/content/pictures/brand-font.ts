import { readFileSync } from "node:fs";
import { Blob, Buffer, Face, Font, shape, Variation } from "harfbuzzjs";

/** The styles of the brand's font that are used in drawings. */
const fontStyles = { display: { wght: 300, FLAR: 100 }, text: { wght: 400, FLAR: 0 } };
const tracking = { display: -0.015, text: 0 };
type FontStyle = keyof typeof fontStyles;

export type BrandFont = ReturnType<typeof loadBrandFont>;

/**
 * Draws text in the brand's font as outlines. Drawing libraries use the fonts of the machine they run on, and would
 * silently use another one where this font is not installed.
 */
export function loadBrandFont() {
  const face = new Face(new Blob(readFileSync("src/design/fonts/font.ttf")));
  const fontOf = (style: FontStyle) => {
    const font = new Font(face);
    font.setVariations(Object.entries(fontStyles[style]).map(([axis, value]) => new Variation(axis, value)));
    return font;
  };
  const fonts = { display: fontOf("display"), text: fontOf("text") };

  function shapeText(text: string, style: FontStyle) {
    const font = fonts[style];
    const buffer = new Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    shape(font, buffer);
    let x = 0;
    const glyphs = buffer.getGlyphInfosAndPositions().map(({ codepoint, xAdvance = 0 }) => {
      if (codepoint === 0) throw new Error(`The brand's font lacks a letter of "${text}"`);
      const glyph = { x, path: font.glyphToPath(codepoint) };
      x += xAdvance + tracking[style] * face.upem;
      return glyph;
    });
    return { placed: glyphs, width: x / face.upem };
  }

  const textWidth = (text: string, style: FontStyle, size: number) => shapeText(text, style).width * size;

  return {
    /** Draws the text as an SVG group whose first baseline starts at x and y. */
    drawText(text: string, style: FontStyle, size: number, x: number, y: number): string {
      const scale = size / face.upem;
      const outlines = shapeText(text, style).placed.map(
        (glyph) => `<path transform="translate(${glyph.x})" d="${glyph.path}"/>`,
      );
      return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${outlines.join("")}</g>`;
    },
    /** Returns the path data of one letter with the given height, centred in a square. */
    letterPath(text: string, height: number, square: number): string {
      const [glyph] = shapeText(text, "display").placed;
      const points = [...(glyph?.path ?? "").matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [
        Number(x),
        Number(y),
      ]);
      const [minX, right] = range(points.map(([x = 0]) => x));
      const [bottom, top] = range(points.map(([, y = 0]) => y));
      const scale = height / (top - bottom);
      const toSvgPoint = (x: number, y: number) =>
        `${round(square / 2 + (x - (minX + right) / 2) * scale)},${round(square / 2 - (y - (top + bottom) / 2) * scale)}`;
      return (glyph?.path ?? "").replace(/(-?[\d.]+),(-?[\d.]+)/g, (_, x, y) => toSvgPoint(Number(x), Number(y)));
    },
    /** Breaks a text into lines no wider than the limit. */
    wrapLines(text: string, style: FontStyle, size: number, maxWidth: number): string[] {
      const lines: string[] = [];
      for (const word of text.split(" ")) {
        const longer = `${lines.at(-1) ?? ""} ${word}`.trim();
        if (lines.length && textWidth(longer, style, size) <= maxWidth) lines[lines.length - 1] = longer;
        else lines.push(word);
      }
      return lines;
    },
  };
}

const range = (values: number[]) => [Math.min(...values), Math.max(...values)] as const;
const round = (value: number) => Math.round(value * 100) / 100;
