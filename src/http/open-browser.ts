import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** Writes a page that only its owner can read, and that leads to an address. */
export function writeOpeningPage(address: string, file: string) {
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${address}"><title>Opening</title><a href="${address}">Open</a>`;
  writeFileSync(file, page, { mode: 0o600 });
}

/**
 * Opens an address that holds a key. Every user of the machine can read the command line of a browser, so the browser is
 * told to open a page that leads on. If no browser can be opened, the printed address is enough.
 */
export function openBrowser(address: string, file: string) {
  writeOpeningPage(address, file);
  const path = resolve(file);
  const openers: Partial<Record<NodeJS.Platform, [string, string[]]>> = {
    darwin: ["open", [path]],
    win32: ["cmd", ["/c", "start", "", path]],
  };
  const [program, args] = openers[process.platform] ?? ["xdg-open", [path]];
  const browser = spawn(program, args, { stdio: "ignore", detached: true });
  browser.once("error", () => {});
  browser.unref();
}
