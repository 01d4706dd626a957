import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Content } from "../../content/content.ts";
import { listPictureFiles, socialCardFile } from "../../content/content-folder.ts";
import type { SitePage } from "../../content/page-list.ts";

/** Increase it when src/build/draw-cards.ts draws differently, since it is part of every card's name. */
const designVersion = 4;

export type SocialCard = ReturnType<typeof describeSocialCard>;

/** Describes a page's social card. Its address changes with its content, because other sites cache cards for long. */
export function describeSocialCard(
  folder: string,
  { studio }: Pick<Content, "studio">,
  { path, title, picture }: SitePage,
) {
  const ownPicture = picture && listPictureFiles(folder).get(picture);
  const artFile = ownPicture || socialCardFile;
  const cardText = {
    title,
    name: studio.shortName,
    tagline: studio.tagline,
    note: `${studio.visits}, ${studio.area}`,
  };
  const hash = createHash("sha256")
    .update(JSON.stringify([designVersion, cardText, studio.mark, studio.colours.accent]))
    .update(studio.logo ? readFileSync(join(folder, "images", studio.logo)) : "")
    .update(readFileSync(join(folder, artFile)))
    .digest("hex")
    .slice(0, 8);
  return {
    ...cardText,
    /** The picture beside the text, or behind it. */
    artFile,
    beside: artFile !== socialCardFile,
    url: `/pictures/card${path === "/" ? "" : path.replaceAll("/", "-")}-${hash}.jpg`,
  };
}
