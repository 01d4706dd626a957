import type { Plugin } from "vite";
import type { FailureMessage } from "../site/failure-message.tsx";

const name = "virtual:failure-message";

/** Gives the navigation script the studio's message for a page that cannot be loaded. */
export function failureModule(read: () => Promise<FailureMessage>): Plugin {
  return {
    name: "failure-message",
    resolveId: (wanted) => (wanted === name ? `\0${name}` : undefined),
    load: async (id) => (id === `\0${name}` ? `export const failure = ${JSON.stringify(await read())};` : undefined),
  };
}
