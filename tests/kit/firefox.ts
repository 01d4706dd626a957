import { createRequire } from "node:module";

interface UtilsBundle {
  ws: { prototype: { send(data: string, ...rest: unknown[]): void } };
}

/**
 * Playwright sets a colour scheme for each new window, with a command that Debian's Firefox does not know yet and
 * refuses the window over. A command without effect takes its place.
 */
export function disableColourSchemeEmulation() {
  const { ws } = createRequire(import.meta.url)("playwright-core/lib/utilsBundle") as UtilsBundle;
  const { send } = ws.prototype;
  ws.prototype.send = function (data, ...rest) {
    return send.call(this, data.replace('"emulation.setMediaFeaturesOverride"', '"session.status"'), ...rest);
  };
}
