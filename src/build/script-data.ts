import type { Plugin } from "vite";
import type { ScriptData } from "../site/render.tsx";

const name = "virtual:script-data";

/** Gives the navigation script what depends on the studio. */
export function scriptData(read: () => Promise<ScriptData>): Plugin {
  const exports = (data: ScriptData) =>
    Object.entries(data).map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};`);
  return {
    name: "script-data",
    resolveId: (wanted) => (wanted === name ? `\0${name}` : undefined),
    load: async (id) => (id === `\0${name}` ? exports(await read()).join("\n") : undefined),
  };
}
