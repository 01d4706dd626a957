import { createHash } from "node:crypto";
import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type BuildEnvironmentOptions, build, type InlineConfig, type Rolldown } from "vite";
import type { BuildSettings } from "../settings/settings.ts";
import type { Assets } from "../site/document.tsx";
import type { FailureMessage } from "../site/failure-message.tsx";
import { failureModule } from "./failure-module.ts";
import { tokenColour } from "./tokens.ts";
import { bundleSettings } from "./vite-settings.ts";

/** The code that renders pages, drafts of the form and the owner's desk. */
export async function bundleServer(release: string, settings: BuildSettings): Promise<File[]> {
  const server = await outputOf(settings, {
    ssr: true,
    emitAssets: true,
    outDir: join(release, "server"),
    rolldownOptions: { input: { render: "site/render.tsx", draft: "site/draft.tsx" } },
  });
  const [desk] = await outputOf(settings, {
    ssr: true,
    write: false,
    cssMinify: true,
    rolldownOptions: { input: "desk/desk.tsx" },
  });
  writeFileSync(join(release, "server/desk.js"), textOf(desk));
  return server;
}

/** The scripts that run in the browser, and the style and font of all pages. */
export async function bundleBrowser(
  release: string,
  settings: BuildSettings,
  server: File[],
  failure: FailureMessage,
): Promise<Assets> {
  const options = {
    write: false,
    rolldownOptions: {
      input: { navigation: "site/browser/navigation.ts", form: "site/browser/form.tsx" },
      preserveEntrySignatures: "allow-extension",
      output: { entryFileNames: "assets/[name]-[hash].js", chunkFileNames: "assets/[name]-[hash].js" },
    },
  } as const;
  const browser = await outputOf(settings, options, { plugins: [failureModule(async () => failure)] });

  // All style is in the pages: of what either side emits, browsers fetch the scripts and the font.
  const site = join(release, "client");
  mkdirSync(join(site, "assets"), { recursive: true });
  for (const file of [...browser, ...server]) {
    const bytes = file.type === "chunk" ? file.code : file.source;
    const fetched = file.type === "chunk" ? browser.includes(file) : file.fileName.endsWith(".woff2");
    if (fetched) writeFileSync(join(site, file.fileName), bytes);
  }
  const stub = await bundleStub();
  const named = (name: string) => `/${browser.find((file) => "isEntry" in file && file.name === name)?.fileName}`;
  const assets = {
    ...(await bundleStyles()),
    ground: tokenColour("ground"),
    stub,
    navigation: named("navigation"),
    form: named("form"),
  };
  const hash = createHash("sha256").update(JSON.stringify(assets)).digest("base64url").slice(0, 8);
  return { ...assets, build: hash };
}

/** What every page is styled by, and by the name of its folder what one kind of page needs beside it. */
async function bundleStyles() {
  const input = globSync("site/**/*.css").sort();
  const files = await outputOf(noBackend, { write: false, cssCodeSplit: true, rolldownOptions: { input } });
  const kinds = new Map<string, string>();
  for (const file of files) {
    const [source = ""] = "originalFileNames" in file ? file.originalFileNames : [];
    if (!source.endsWith(".css")) continue;
    const kind = source.startsWith("site/pages/") ? basename(dirname(source)) : "";
    kinds.set(kind, (kinds.get(kind) ?? "") + textOf(file).trim());
  }
  const { "": style = "", ...pageStyles } = Object.fromEntries(kinds);
  return { style, pageStyles };
}

/** The script that stands in the page itself. */
export async function bundleStub(): Promise<string> {
  const input = "site/browser/stub.ts";
  const options = { write: false, rolldownOptions: { input, output: { format: "iife" } } } as const;
  const [script] = await outputOf(noBackend, options);
  return textOf(script).trim();
}

/** The page of the owner's editor, by address below its own: one script and one sheet instead of a hundred files. */
export async function bundleEditor(base: string): Promise<Map<string, string | Uint8Array>> {
  const output = { entryFileNames: "editor.js", assetFileNames: "[name][extname]" };
  const options = { write: false, rolldownOptions: { input: "editor/browser/main.tsx", output } };
  const files = await outputOf(noBackend, options, { base });
  return new Map(files.map((file) => [base + file.fileName, file.type === "chunk" ? file.code : file.source]));
}

type File = Rolldown.OutputAsset | Rolldown.OutputChunk;

/** For what sends no requests. */
const noBackend = { backendUrl: "", backendKey: "" };

async function outputOf(
  backend: Parameters<typeof bundleSettings>[0],
  options: BuildEnvironmentOptions,
  more: InlineConfig = {},
): Promise<File[]> {
  const built = await build({ ...bundleSettings(backend, options), ...more });
  if (!("output" in built)) throw new Error("Vite answered with something other than one bundle");
  return built.output;
}

const textOf = (file: File | undefined) => (file && "code" in file ? file.code : String(file?.source ?? ""));
