import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import sharp, { type Sharp } from "sharp";
import type { Content } from "../content/content.ts";
import { listPages } from "../content/page-list.ts";
import { type BrandFont, loadBrandFont } from "../content/pictures/brand-font.ts";
import { drawMark } from "../content/pictures/mark.ts";
import { openPicture } from "../content/pictures/open-picture.ts";
import { describeSocialCard, type SocialCard } from "../site/head/social-card.ts";
import { makeOnce } from "./encode-picture.ts";
import { onEveryCore } from "./every-core.ts";
import { tokenColour } from "./token-colour.ts";

/** The cache beside the encoded pictures, so that a machine draws each card once. */
const cache = ".cache/cards";
const marginLeft = 72;
/** The width of a treatment's picture on its card. */
const pictureWidth = 500;

/** Draws the preview image for links to each page: the picture, the page's title and the studio's name. */
export async function drawCards(directory: string, folder: string, content: Content) {
  const cards = listPages(content).map((page) => describeSocialCard(folder, content, page));
  const type = loadBrandFont();
  const ink = tokenColour("ink");
  const { accent } = content.studio.colours;
  const mark = await drawMark(folder, content.studio, { ink, accent, width: 1.4 });
  const overlayColour = tokenColour("light");
  mkdirSync(dirname(join(directory, cards[0]?.url ?? "")), { recursive: true });
  await onEveryCore(cards, async (card) => {
    const jpeg = await makeOnce(join(cache, basename(card.url)), async () => {
      const art = await openPicture(folder, card.artFile, (picture) =>
        drawBackground(picture, card.beside, overlayColour),
      );
      return sharp(art, { raw: { width: 1200, height: 630, channels: 3 } })
        .composite([{ input: Buffer.from(drawOverlay(card, type, { ink, accent, mark, overlayColour })) }])
        .jpeg({ quality: 82, mozjpeg: true })
        .toBuffer();
    });
    writeFileSync(join(directory, card.url), jpeg);
  });
}

/** The studio's picture fills the card. A treatment's picture is at the right, cropped slightly right of its centre. */
async function drawBackground(picture: Sharp, beside: boolean, light: string) {
  const toPixels = (drawn: Sharp) => drawn.removeAlpha().raw().toBuffer();
  if (!beside) return toPixels(picture.resize(1200, 630));
  const { width, height } = (await picture.metadata()).autoOrient;
  const scale = Math.max(pictureWidth / width, 630 / height);
  const [wide, tall] = [Math.round(width * scale), Math.round(height * scale)];
  const left = Math.round(0.7 * (wide - pictureWidth));
  return toPixels(
    picture
      .autoOrient()
      .resize(wide, tall)
      .extract({ left, top: Math.round((tall - 630) / 2), width: pictureWidth, height: 630 })
      .extend({ left: 1200 - pictureWidth, background: light }),
  );
}

type Brand = Record<"ink" | "accent" | "mark" | "overlayColour", string>;

function drawOverlay(
  { title, name, tagline, note, beside }: SocialCard,
  type: BrandFont,
  { ink, accent, mark, overlayColour: veil }: Brand,
): string {
  // The longest titles are smaller, so that no card has more than three lines.
  const width = beside ? 1200 - pictureWidth - marginLeft - 24 : 640;
  const size =
    [92, 78, 66].find((size) => type.wrapLines(title, "display", size, width).length <= (size > 80 ? 2 : 3)) ?? 58;
  const lines = type.wrapLines(title, "display", size, width);
  const height = size * 1.1;
  const first = 300;
  const last = first + height * (lines.length - 1);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" fill="${ink}">
    <defs>
      <linearGradient id="veil"><stop stop-color="${veil}" stop-opacity=".72"/><stop offset=".62" stop-color="${veil}" stop-opacity="0"/></linearGradient>
    </defs>
    ${beside ? "" : '<rect width="1200" height="630" fill="url(#veil)"/>'}
    <g transform="translate(${marginLeft - 10} 62) scale(2.3)">
      ${mark}
    </g>
    ${type.drawText(name, "display", 40, marginLeft + 76, 98)}
    ${type.drawText(tagline, "text", 22, marginLeft + 76, 128)}
    ${lines.map((line, index) => type.drawText(line, "display", size, marginLeft - 3, first + index * height)).join("")}
    <rect x="${marginLeft}" y="${last + 42}" width="56" height="3" fill="${accent}"/>
    ${type.drawText(note, "text", 26, marginLeft, last + 94)}
  </svg>`;
}
