import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { HttpResult } from "../../kit/http-request.ts";
import { createRandom } from "../random.ts";
import { judge, scaled } from "../results.ts";
import type { Ask, Attack, Browser } from "./client.ts";

const draw = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 136, g: 170, b: 153, alpha: 0.5 } } });

const upload = (browser: Browser, body: Buffer, name = "IMG_1.JPG"): Ask => ({
  path: "/edit/api/picture?for=hero",
  method: "POST",
  browser,
  body,
  headers: { "x-file-name": encodeURIComponent(name) },
});

const isRefusedInWords = ({ status, text }: HttpResult) =>
  status === 422 && JSON.parse(text).message.includes("was not accepted");

export const proveUploads: Attack = async ({ visit, hosted, phone, options }) => {
  const random = createRandom(options.seed);
  const photograph = await draw(1_600, 1_200).jpeg().toBuffer();
  const originals = [
    photograph,
    readFileSync("src/editor/pictures/sample.heic"),
    await draw(1_300, 900).png().toBuffer(),
    await draw(1_300, 900).webp().toBuffer(),
    await draw(1_300, 900).avif().toBuffer(),
  ];
  const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("");
  const hostile = [
    "PK\x03\x04",
    "\x89PNG\r\n\x1a\n",
    "<!doctype html><script>alert(1)</script>",
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>',
    `<!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]><svg><text>&l9;</text></svg>`,
    `<script>${photograph.toString("latin1")}`,
  ].map((text) => Buffer.from(text, "latin1"));
  // Pictures in which some bytes are others, or which are cut off; a decoder may take them or not.
  const mutated = Array.from({ length: scaled(300, options, 10) }, () => {
    const bytes = Buffer.from(random.pick(originals));
    for (let changes = random.between(1, 20); changes > 0; changes--)
      bytes[random.below(random.chance(0.5) ? 200 : bytes.length)] = random.below(256);
    return random.chance(0.3) ? bytes.subarray(0, random.below(bytes.length)) : bytes;
  });
  const names = ["../../content/studio.yaml", "<img src=x onerror=alert(1)>.svg", "a\u202egpj.exe"];
  const refused = hostile.flatMap((body) => names.map((name) => upload(phone, body, name)));
  const isAnswered = (answer: HttpResult) => answer.status === 200 || isRefusedInWords(answer);
  const figures = {
    ...(await visit.askAll(refused, isRefusedInWords, options)),
    ...(await visit.askAll(
      mutated.map((body) => upload(phone, body)),
      isAnswered,
      options,
    )),
  };
  const good = await visit.ask(upload(phone, photograph));
  const kept = join(hosted.folder, "data/editor/content/taken");
  const isWebp = (name: string) => readFileSync(join(kept, name)).subarray(8, 12).toString() === "WEBP";
  const strange = readdirSync(kept).filter((name) => !/^[\da-f-]{36}\.webp$/.test(name) || !isWebp(name));
  return judge("The editor takes no upload that is no picture, and a good one after every bad one", {
    ...figures,
    [`${strange.length} files kept that are no WebP`]: strange.length === 0,
    [`a photograph afterwards ${good.status}`]: good.status === 200,
  });
};

/** Pictures just below the limits, whose decoders need more memory than the documented service has. */
export const proveLargePictures: Attack = async ({ visit, hosted, phone }) => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1500">${'<path d="M0 0h1v1z"/>'.repeat(1_800_000)}</svg>`;
  const pictures: Record<string, Buffer> = {
    "HEIC of 49 million points": readFileSync("tests/reliability/editor/49-megapixels.heic"),
    "WebP of 49 with alpha": await draw(7_000, 7_000, 4).webp({ lossless: true }).toBuffer(),
    "PNG of 49 with 16 bits": await draw(7_000, 7_000).toColourspace("rgb16").png().toBuffer(),
    "JPEG of 49, turned": await draw(8_064, 6_048).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    "SVG of 36 MB": Buffer.from(drawing),
  };
  const figures: Record<string, boolean> = {};
  for (const [name, body] of Object.entries(pictures)) {
    const [answer, page] = await Promise.all([visit.ask(upload(phone, body)), visit.ask({ path: "/" })]);
    const isAnswered = answer.status === 200 || isRefusedInWords(answer);
    figures[`${name}: ${answer.status}`] = isAnswered && page.status === 200 && !hosted.hasExited();
  }
  const good = await visit.ask(upload(phone, await draw(1_600, 1_200).jpeg().toBuffer()));
  const { limited, groupPeakMb } = hosted.peakMemory();
  return judge("No picture ends the server, or the editor, in the memory of the documented service", {
    ...figures,
    [`a photograph afterwards ${good.status}`]: good.status === 200,
    [limited ? `at most ${groupPeakMb} of 512 MB` : "no limit could be set here"]: true,
  });
};
