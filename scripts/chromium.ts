import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** The path of a Chromium: the one named, one on this machine, Debian's package, or Playwright's own download. */
export function findChromium(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH is "${named}", but there is no such file.`);
  }
  const installed = () => names.map(which).find(Boolean);
  return installed() ?? (installFromDebian() ? installed() : undefined) ?? downloadWithPlaywright();
}

function which(name: string) {
  const { status, stdout } = spawnSync("which", [name], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

function installFromDebian() {
  if (process.getuid?.() !== 0 || !which("apt-get")) return false;
  console.log("Installing Debian's chromium ...");
  const apt = (...args: string[]) =>
    spawnSync("apt-get", ["-qq", ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).status === 0;
  return apt("update") && apt("install", "-y", "--no-install-recommends", "chromium");
}

function downloadWithPlaywright() {
  console.log("Downloading a Chromium with Playwright ...");
  spawnSync(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"], { stdio: "inherit" });
  const path = chromium.executablePath();
  if (existsSync(path)) return path;
  throw new Error("No Chromium could be had. Install one, or name one with CHROMIUM_PATH.");
}
