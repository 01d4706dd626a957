import type { Content } from "../studio/read.ts";

/** The studio's own light, as the style sheet reads it: its accent, its spectrum, and a hue and a glow for each path. */
export function studioColours({ studio, paths }: Pick<Content, "studio" | "paths">): string {
  const { accent, spectrum } = studio.colours;
  const own = `:root{--accent:${accent};--spectrum:linear-gradient(90deg,${spectrum.join(",")})}`;
  const rules = paths.map(({ id, colour }) => `[data-path="${id}"]{--hue:${colour.ink};--glow:${colour.glow}}`);
  return `@layer tokens{${own}${rules.join("")}}`;
}
