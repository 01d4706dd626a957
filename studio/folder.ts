import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { slugShape } from "./fields.ts";
import { files } from "./files.ts";
import { type Mistake, nearest } from "./mistakes.ts";

/** What systems and editors leave beside files: nobody put it there, so nobody is told. */
const leftover = /^\.|~$|^~|\.(bak|tmp|swp|orig)$|^(Thumbs\.db|desktop\.ini|Icon\r)$|^#.*#$/i;

/** Pictures as cameras and phones make them. HEIC is known, to say that it cannot be opened. */
export const pictureEndings = ["webp", "jpg", "jpeg", "png", "avif", "heic", "heif"];
const picture = new RegExp(`\\.(${pictureEndings.join("|")})$`, "i");
export const socialCard = "images/social-card.png";

/** Every file an owner put into the folder, with forward slashes. */
export function listContent(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "/").length).replaceAll("\\", "/"))
    .filter((file) => !file.split("/").some((part) => leftover.test(part)))
    .sort();
}

/** A treatment's file is its address. */
export function listTreatments(folder: string): string[] {
  return listContent(folder).flatMap((file) => {
    const slug = /^treatments\/(.+)\.md$/.exec(file)?.[1] ?? "";
    return slugShape.test(slug) ? [slug] : [];
  });
}

/** The file of each picture by its name. Where there are two, the first; the other is a mistake. */
export function listPictures(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  const images = join(folder, "images");
  // Asked for at every picture of every page: the rest of the folder need not be looked through each time.
  for (const file of existsSync(images) ? listContent(images) : []) {
    const name = file.replace(picture, "");
    const shown = picture.test(file) && !file.includes("/") && `images/${file}` !== socialCard;
    if (shown && !found.has(name)) found.set(name, `images/${file}`);
  }
  return found;
}

/** Files that nothing would show. */
export function strayFiles(folder: string): Mistake[] {
  if (!existsSync(folder)) return [{ file: "", message: "there is no such folder. CONTENT_DIR names it." }];
  const known = Object.keys(files).filter((file) => !file.includes("*"));
  const pictures = listPictures(folder);
  return listContent(folder).flatMap((file): Mistake[] => {
    if (known.includes(file) || file === socialCard) return [];
    if (/^treatments\/[^/]+$/.test(file)) return misnamedTreatment(file);
    if (/^images\/[^/]+$/.test(file) && picture.test(file)) {
      const first = pictures.get(basename(file).replace(picture, ""));
      const message = `stands beside ${first}, and only one of the two can be shown. Remove one.`;
      return first === file ? [] : [{ file, message }];
    }
    const close = nearest(file.replace(/\.(txt|yml|yaml\.txt)$/, "").replace(/(\.yaml)?$/, ".yaml"), known);
    return [
      {
        file,
        message: `is not a file of the site.${close ? ` Is it meant to be ${close}? Rename it.` : " Move it elsewhere."}`,
      },
    ];
  });
}

function misnamedTreatment(file: string): Mistake[] {
  const name = basename(file);
  const slug = name.replace(/\.(md|markdown|txt|md\.txt)$/i, "");
  if (name === `${slug}.md` && slugShape.test(slug)) return [];
  const better = slug
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return [{ file, message: `is not the name of a treatment's file. Rename it to ${better}.md, or remove it.` }];
}
