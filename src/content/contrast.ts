/** The background of every page; a test compares it with the design's tokens. */
export const pageBackground = "#f3f5f3";
/** The same where a visitor prefers dark. */
export const nightBackground = "#162b26";
/** The darkest background that the design puts behind a path's text: the dark end of the warm gradient. */
export const darkestBackground = "#e7d6cb";

/** Computes the contrast ratio of WCAG 2. */
export function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((offset) => {
    const channel = Number.parseInt(hex.slice(offset, offset + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
