/**
 * The order of the cascade. It comes before any sheet, since bundling may put a component's sheet before the tokens. Rules
 * for paper and preferences are the last layer, whatever sheet they stand in and however late that of a page arrives.
 */
const layers = "reset,tokens,base,layout,components,pages,preferences";
export const layerOrder = `@layer ${layers},asked;`;
export const preferencesLayer = (css: string) => `@layer asked{@layer ${layers};${css}}`;
