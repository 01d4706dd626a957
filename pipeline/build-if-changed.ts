import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contentFolder } from "../studio/content.ts";
import { buildFolder } from "./build-folder.ts";

const inputs = [
  contentFolder,
  "site",
  "studio",
  "pipeline",
  "consultations",
  "desk",
  "vite.config.ts",
  "package-lock.json",
];
const settings = ["SITE_URL", "PORT", "RETENTION_DAYS", "BACKEND_URL", "BACKEND_KEY"];
const stamp = join(buildFolder, "inputs");

/** Builds the site unless nothing it is made of has changed. False when the build failed. */
export function buildIfChanged(): boolean {
  const now = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === now) return true;
  console.log("Building the site. The first time takes a minute, as its pictures are made ...");
  const { status } = spawnSync(process.execPath, ["pipeline/build.ts"], { stdio: "inherit" });
  if (status === 0) writeFileSync(stamp, now);
  return status === 0;
}

function fingerprint() {
  const hash = createHash("sha256");
  for (const input of inputs) addTo(hash, input);
  for (const name of settings) hash.update(`${name}=${process.env[name] ?? ""}\n`);
  return hash.digest("hex");
}

function addTo(hash: ReturnType<typeof createHash>, path: string) {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) addTo(hash, join(path, name));
  } else {
    hash.update(`${path}\n`).update(readFileSync(path));
  }
}

if (import.meta.main) process.exitCode = buildIfChanged() ? 0 : 1;
