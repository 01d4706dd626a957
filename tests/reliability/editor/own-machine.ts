import { readFileSync } from "node:fs";
import sharp from "sharp";
import { startEditor } from "../../kit/editor-process.ts";
import { saveInTwoWindows } from "../../kit/two-windows.ts";
import { createRandom } from "../random.ts";
import { type Options, type Prove, type Result, scaled } from "../result.ts";

type Ask = (
  address: string,
  init?: RequestInit,
) => Promise<{ status: number; body: { version?: string; form?: { version: string } } }>;

/** Two windows save at the same moment, and pictures come that were made to break it. */
export const proveOwnMachine: Prove = async (options) => {
  const editor = await startEditor();
  try {
    const headers = await editor.admit();
    const ask: Ask = async (address, init = {}) => {
      const response = await fetch(`${editor.origin}/edit/api/${address}`, {
        ...init,
        headers: { ...headers, ...init.headers },
      });
      return { status: response.status, body: await response.json() };
    };
    const { body: form } = await ask("form?file=pages%2Fhome.yaml");
    const saves = scaled(1_000, options, 20);
    const { acknowledged, lost } = await saveInTwoWindows(
      async (request) => {
        const { status, body } = await ask("save", { method: "POST", body: JSON.stringify(request) });
        return { status, version: body.form?.version ?? "" };
      },
      editor.read,
      saves,
      form.version ?? "",
    );
    return [
      {
        claim: "Two windows of the editor that save different fields of one file at the same moment lose no word",
        method: `${saves} saves over HTTP, two at a time, neither window told of the other's`,
        measured: `${acknowledged} acknowledged, ${lost.length} lost`,
        passed: acknowledged === saves && lost.length === 0,
      },
      await sendHostilePictures(ask, options),
    ];
  } finally {
    await editor.stop();
  }
};

/** Real pictures cut, with bytes changed or other things inside. The editor takes or refuses each, and goes on. */
async function sendHostilePictures(ask: Ask, options: Options): Promise<Result> {
  const random = createRandom(options.seed);
  const drawn = sharp({ create: { width: 1300, height: 900, channels: 3, background: "#88aa99" } });
  const jpeg = await drawn.clone().jpeg().toBuffer();
  const originals = [
    jpeg,
    await drawn.clone().png().toBuffer(),
    await drawn.clone().webp().toBuffer(),
    await drawn.clone().avif().toBuffer(),
    readFileSync("src/editor/pictures/sample.heic"),
  ];
  const bomb = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  const drawing = (head: string, body: string) =>
    Buffer.from(`${head}<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999">${body}</svg>`);
  const hostile = [
    drawing(bomb, "<text>&b;&b;&b;</text>"),
    drawing('<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/hostname">]>', "<text>&f;</text>"),
    drawing("", '<image href="file:///etc/hostname"/><script>alert(1)</script>'),
    Buffer.from("GIF89a\xff\xff\xff\xff/*<script>*/", "latin1"),
    Buffer.concat([jpeg, Buffer.from("<script>alert(1)</script>PK\x03\x04")]),
    Buffer.from("<!doctype html><script>alert(1)</script>"),
    Buffer.alloc(1_000_000),
  ];
  for (let count = scaled(300, options, 10); count > 0; count--) {
    const bytes = Buffer.from(random.pick(originals));
    for (let changes = random.between(1, 20); changes > 0; changes--)
      bytes[random.below(random.chance(0.5) ? 200 : bytes.length)] = random.below(256);
    hostile.push(random.chance(0.3) ? bytes.subarray(0, random.below(bytes.length)) : bytes);
  }
  const statuses = new Map<number, number>();
  let slowest = 0;
  const send = async (bytes: Uint8Array) => {
    const start = performance.now();
    const init = { method: "POST", body: Buffer.from(bytes), headers: { "x-file-name": "photograph.jpg" } };
    const { status } = await ask("picture?for=hero", init);
    slowest = Math.max(slowest, performance.now() - start);
    return status;
  };
  for (const bytes of hostile) {
    const status = await send(bytes);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const faults = [...statuses].filter(([status]) => status >= 500).length;
  const good = await send(jpeg);
  return {
    claim: "No picture stops the editor, and a good one is taken after every bad one",
    method: "JPEG, PNG, WebP, AVIF and HEIC with bytes changed or cut off, drawings with entities, files of two kinds",
    measured: `${hostile.length} sent, answers ${[...statuses].map(([status, count]) => `${count}× ${status}`).join(", ")}, slowest ${Math.round(slowest)} ms; then a good one: ${good}`,
    passed: faults === 0 && good === 200,
  };
}
