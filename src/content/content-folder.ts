import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileSchemas } from "./content.ts";
import type { ContentProblem } from "./content-problems.ts";
import { logoNames } from "./schemas/studio-schemas.ts";
import { slugPattern, toSlug } from "./slug.ts";

/** Texts by file that are not in the folder yet; null for a file that is to be gone. Of a picture the name counts. */
export type Texts = ReadonlyMap<string, string | null>;

/** Files that systems and editors create by themselves. The owner did not add them, so they are not reported. */
const ignoredFile = /^\.|~$|^~|\.(bak|tmp|swp|orig)$|^(Thumbs\.db|desktop\.ini|Icon\r)$|^#.*#$/i;

/** The formats of cameras and phones. HEIC is included only to report that it cannot be opened. */
export const pictureExtensions = ["webp", "jpg", "jpeg", "png", "avif", "heic", "heif"];
const pictureFile = new RegExp(`\\.(${pictureExtensions.join("|")})$`, "i");
export const socialCardFile = "images/social-card.png";
export const socialCardName = "social-card";
export const logoFiles = logoNames.map((name) => `images/${name}`);
const isLogo = (file: string) => logoFiles.includes(file);

/** Lists every file that an owner put into the folder, with forward slashes. */
export function listContentFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "/").length).replaceAll("\\", "/"))
    .filter((file) => !file.split("/").some((part) => ignoredFile.test(part)))
    .sort();
}

/** A treatment's file name is the last part of its address. */
export function listTreatmentSlugs(folder: string, texts: Texts = new Map()): string[] {
  const files = new Set([...listContentFiles(folder), ...texts.keys()]);
  return [...files].flatMap((file) => {
    if (texts.get(file) === null) return [];
    const slug = /^treatments\/(.+)\.yaml$/.exec(file)?.[1] ?? "";
    return slugPattern.test(slug) ? [slug] : [];
  });
}

/** Maps each picture's name to its file. Of two files with one name the first counts, and the other is reported. */
export function listPictureFiles(folder: string, texts: Texts = new Map()): Map<string, string> {
  const found = new Map<string, string>();
  const images = join(folder, "images");
  // This runs for every picture of every page, so it lists the images folder alone.
  const inFolder = existsSync(images) ? listContentFiles(images).map((file) => `images/${file}`) : [];
  for (const file of new Set([...inFolder, ...texts.keys()])) {
    const isPicture = texts.get(file) !== null && /^images\/[^/]+$/.test(file) && pictureFile.test(file);
    const name = basename(file).replace(pictureFile, "");
    if (isPicture && file !== socialCardFile && !isLogo(file) && !found.has(name)) found.set(name, file);
  }
  return found;
}

/** Finds a file of the time when treatments and the policy were Markdown. As long as one is there, no page can be right. */
export function findOutdatedFile(folder: string): ContentProblem | undefined {
  const files = existsSync(folder) ? listContentFiles(folder) : [];
  const file = files.find((name) => /^(treatments\/[^/]+|pages\/privacy)\.md$/.test(name));
  return file === undefined ? undefined : { file, code: "file_outdated" };
}

/** Reports files that no page uses. */
export function findStrayFiles(folder: string): ContentProblem[] {
  if (!existsSync(folder)) return [{ file: "", code: "folder_missing" }];
  const known = Object.keys(fileSchemas).filter((file) => !file.includes("*"));
  const pictures = listPictureFiles(folder);
  return listContentFiles(folder).flatMap((file): ContentProblem[] => {
    if (known.includes(file) || file === socialCardFile || isLogo(file)) return [];
    if (/^treatments\/[^/]+$/.test(file)) {
      const name = basename(file);
      const slug = name.replace(/\.(yaml|yml|txt|yaml\.txt)$/i, "");
      if (name === `${slug}.yaml` && slugPattern.test(slug)) return [];
      return [{ file, code: "file_name", params: { slug: toSlug(slug) } }];
    }
    if (/^images\/[^/]+$/.test(file) && pictureFile.test(file)) {
      const first = pictures.get(basename(file).replace(pictureFile, ""));
      return first === file ? [] : [{ file, code: "picture_name_taken", params: { first } }];
    }
    return [{ file, code: "file_stray" }];
  });
}
