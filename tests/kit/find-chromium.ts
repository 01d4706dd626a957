import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { loadEnvironment } from "../../src/settings/load.ts";
import { findProgram } from "./programs.ts";

/** The same engine without its windows, in Debian's packages: journeys take two thirds of the time in it. */
const headlessShell = "chromium-headless-shell";
const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", headlessShell];
const fixedPaths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  join(process.env.PROGRAMFILES ?? "", "Google/Chrome/Application/chrome.exe"),
];

/** Chromium must not look for its maker's servers, nor for a sandbox that root cannot have. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Where nothing is measured or looked at, only tried. */
export const findQuickChromium = () =>
  (loadEnvironment().CHROMIUM_PATH ? null : findProgram(headlessShell)) ?? findChromium();

/** The path of a Chromium: the one named, one on this machine, or Debian's package. */
export function findChromium(): string {
  const givenPath = loadEnvironment().CHROMIUM_PATH;
  if (givenPath) {
    if (existsSync(givenPath)) return givenPath;
    throw new Error(`CHROMIUM_PATH is "${givenPath}", but there is no such file.`);
  }
  const found = findInstalled() ?? (installFromDebian() ? findInstalled() : undefined);
  if (found) return found;
  const command = findProgram("apt-get") ? "sudo apt-get install chromium" : "npx playwright install chromium";
  throw new Error(`The browser journeys need a Chromium. Install one (${command}), or name one with CHROMIUM_PATH.`);
}

function findInstalled() {
  return (
    names.map(findProgram).find(Boolean) ?? [...fixedPaths, chromium.executablePath()].find((path) => existsSync(path))
  );
}

function installFromDebian() {
  if (process.getuid?.() !== 0 || !findProgram("apt-get")) return false;
  console.log("The browser journeys need a Chromium and this machine has none.");
  console.log(`As root, this now runs: apt-get update, then apt-get install ${headlessShell} (or chromium) ...`);
  const apt = (...args: string[]) =>
    spawnSync("apt-get", ["-qq", ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  const install = (name: string) => apt("install", "-y", "--no-install-recommends", name);
  return apt("update") && (install(headlessShell) || install("chromium"));
}
