import { readdirSync, rmSync } from "node:fs";
import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { type Addresses, type Post, PostError } from "../consultations/mail/post.ts";
import { compose } from "../consultations/mail/smtp.ts";
import { propertiesOf } from "../consultations/thrown.ts";

/** Posts letters into a folder, as files that every mail program opens. */
export function createMailFolder(folder: string, addresses: Addresses): Post {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    pause: 0,
    async send(letter) {
      const { message } = await transport.sendMail(compose(letter, addresses));
      const file = join(folder, `${letter.id}.eml`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await chmod(folder, 0o700);
        await writeFile(`${file}.part`, message, { mode: 0o600, flush: true });
        await rename(`${file}.part`, file);
      } catch (error) {
        throw new PostError("away", String(propertiesOf(error).code));
      }
    },
  };
}

const idLength = crypto.randomUUID().length;

/** Removes the letters of these requests, and the notices, since those may name them. */
export function forgetLetters(folder: string, ids: string[]): void {
  try {
    const gone = new Set(ids);
    for (const name of readdirSync(folder)) {
      const isNotice = /^(digest|reminder)-/.test(name);
      if (isNotice || gone.has(name.slice(0, idLength))) rmSync(join(folder, name), { force: true });
    }
  } catch (error) {
    if (propertiesOf(error).code !== "ENOENT") throw error;
  }
}
