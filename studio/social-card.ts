import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Content } from "./files.ts";
import { listPictures, socialCard } from "./folder.ts";
import type { Page } from "./page-list.ts";

/** Raise it when pipeline/draw-cards.ts draws differently: it is part of every card's name. */
const design = 4;

export interface Card {
  url: string;
  title: string;
  name: string;
  tagline: string;
  note: string;
  /** The file beside the words, or under them. */
  art: string;
  beside: boolean;
}

/** What is on a page's social card. Its address names that, as those who show cards keep them for long. */
export function cardOf(folder: string, { studio }: Pick<Content, "studio">, { path, title, picture }: Page): Card {
  const own = picture && listPictures(folder).get(picture);
  const art = own || socialCard;
  const words = {
    title,
    name: studio.shortName,
    tagline: studio.tagline,
    note: `${studio.visits}, ${studio.area}`,
  };
  const hash = createHash("sha256")
    .update(JSON.stringify([design, words, studio.mark, studio.colours.accent]))
    .update(readFileSync(join(folder, art)))
    .digest("hex")
    .slice(0, 8);
  return {
    ...words,
    art,
    beside: art !== socialCard,
    url: `/pictures/card${path === "/" ? "" : path.replaceAll("/", "-")}-${hash}.jpg`,
  };
}
