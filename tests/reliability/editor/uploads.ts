import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { scaled } from "../result.ts";
import { type Ask, type Attack, judge } from "./hosted-client.ts";

function png(width: number, height: number, data: Buffer): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const content = Buffer.concat([Buffer.from(type), body]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    sum.writeUInt32BE(crc32(content));
    return Buffer.concat([length, content, sum]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

/** Sets the size that a HEIC says it has, in every place where it says one. */
function enlargeHeic(bytes: Buffer, size: number): Buffer {
  const large = Buffer.from(bytes);
  for (let at = large.indexOf("ispe"); at >= 0; at = large.indexOf("ispe", at + 4)) {
    large.writeUInt32BE(size, at + 8);
    large.writeUInt32BE(size, at + 12);
  }
  return large;
}

export const proveUploads: Attack = async ({ visit, hosted, phone, options }) => {
  const photograph = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#88aa99" } })
    .jpeg()
    .toBuffer();
  const heic = readFileSync("src/editor/pictures/sample.heic");
  const svg = (inner: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1500">${inner}</svg>`);
  const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("");
  const hostile = [
    ...[
      "",
      "words",
      "<script>alert(1)</script>",
      "GIF89a",
      "%PDF-1.7",
      "PK\x03\x04",
      "\x89PNG\r\n\x1a\n",
      "RIFF\x00\x00\x00\x00WEBP",
      "#!/bin/sh\nid",
    ].map((text) => Buffer.from(text, "latin1")),
    svg("<script>alert(1)</script>"),
    svg('<image href="file:///etc/passwd"/><foreignObject><iframe src="javascript:alert(1)"/></foreignObject>'),
    Buffer.from(
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
    ),
    Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]><svg xmlns="http://www.w3.org/2000/svg"><text>&l9;</text></svg>`,
    ),
    png(40_000, 40_000, deflateSync(Buffer.alloc(1_000))),
    png(60_000, 60_000, deflateSync(Buffer.alloc(60_000 * 200))),
    png(14_000, 14_000, deflateSync(Buffer.alloc(14_000 * 1_751))),
    enlargeHeic(heic, 14_336),
    enlargeHeic(heic, 65_535),
    photograph.subarray(0, photograph.length / 2),
    Buffer.concat([Buffer.from("<script>"), photograph]),
  ];
  // Files in which some bytes are others; a decoder may take them or not.
  const mutated = Array.from({ length: scaled(100, options, 5) }, (_, number) => {
    const bytes = Buffer.from(number % 2 ? heic : photograph);
    for (let change = 0; change < 5; change++) bytes[(number * 7_919 + change * 104_729) % bytes.length] = number & 255;
    return bytes;
  });
  const fileNames = ["a.jpg", "../../content/studio.yaml", "<img src=x onerror=alert(1)>.svg", "a\u202egpj.exe"];
  const upload = (body: Buffer, name = "a.jpg"): Ask => ({
    path: "/edit/api/picture?for=hero",
    method: "POST",
    browser: phone,
    body,
    headers: { "x-file-name": encodeURIComponent(name) },
  });
  const refused = hostile.flatMap((body) => fileNames.map((name) => upload(body, name)));
  const first = await judge(
    visit,
    refused,
    ({ status, text }) => status === 422 && JSON.parse(text).message.includes("was not accepted"),
    options,
  );
  const second = await judge(
    visit,
    mutated.map((body) => upload(body)),
    ({ status }) => status === 200 || status === 422,
    options,
  );
  const good = await visit.ask(upload(photograph));
  const kept = join(hosted.folder, "data/editor/content/taken");
  const strange = readdirSync(kept).filter(
    (name) =>
      !/^[\da-f-]{36}\.webp$/.test(name) || readFileSync(join(kept, name)).subarray(8, 12).toString() !== "WEBP",
  );
  const memory = Math.round(hosted.memory("VmHWM"));
  return {
    claim: "The hosted editor takes no upload that is no picture, and none that needs more memory than there is",
    method:
      "Scripts, archives, SVG with script, file entities and laughs, PNG and HEIC of up to 4.3 billion pixels, cut and mutated files",
    measured: `${first.measured}; mutated: ${second.measured}; ${strange.length} files kept that are no WebP; a photograph afterwards ${good.status}; server at most ${memory} MB`,
    passed: first.passed && second.passed && strange.length === 0 && good.status === 200 && memory < 512,
  };
};

/** Pictures just below the limits, whose decoders need more memory than the documented service has. */
export const proveLargePictures: Attack = async ({ visit, hosted, phone }) => {
  const blank = (width: number, height: number, channels: 3 | 4) =>
    sharp({ create: { width, height, channels, background: { r: 136, g: 170, b: 153, alpha: 0.5 } } });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1500">${'<path d="M0 0h1v1z"/>'.repeat(1_800_000)}</svg>`;
  const pictures: Record<string, Buffer> = {
    "HEIC of 49 million points": readFileSync("tests/reliability/editor/49-megapixels.heic"),
    "WebP of 49 with alpha": await blank(7_000, 7_000, 4).webp({ lossless: true }).toBuffer(),
    "PNG of 49 with 16 bits": await blank(7_000, 7_000, 3).toColourspace("rgb16").png().toBuffer(),
    "JPEG of 49, turned": await blank(8_064, 6_048, 3).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    "SVG of 36 MB": Buffer.from(drawing),
  };
  const headers = { "x-file-name": "IMG_1.JPG" };
  const answers: string[] = [];
  let passed = true;
  for (const [name, body] of Object.entries(pictures)) {
    const asked = { path: "/edit/api/picture?for=hero", method: "POST", browser: phone, body, headers };
    const [{ status, text }, page] = await Promise.all([visit.ask(asked), visit.ask({ path: "/" })]);
    answers.push(`${name}: ${status}`);
    const refusedInWords = status === 422 && JSON.parse(text).message.includes("was not accepted");
    passed &&= (status === 200 || refusedInWords) && page.status === 200 && !hosted.hasExited();
  }
  const good = await visit.ask({
    path: "/edit/api/picture?for=hero",
    method: "POST",
    browser: phone,
    headers,
    body: await blank(1_600, 1_200, 3).jpeg().toBuffer(),
  });
  const { limited, groupPeakMb } = hosted.peakMemory();
  return {
    claim: "No picture ends the server, or the editor, in the memory of the documented service",
    method: "Pictures just below the limits in a control group of 512 MB, a page asked for meanwhile",
    measured: `${answers.join(", ")}; a photograph afterwards ${good.status}; ${limited ? `at most ${groupPeakMb} MB in the group` : "no limit could be set here"}`,
    passed: passed && good.status === 200,
  };
};
