import { existsSync, readdirSync, rmSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renameOver } from "../files/write-files.ts";
import { errorProperties } from "../log/errors.ts";
import { folderError, type MailAddresses, MailError, type Mailer } from "../requests/mail/mailer.ts";
import { toMailOptions } from "../requests/mail/smtp.ts";
import { describeAccessProblem, isForbidden } from "../settings/file-access.ts";

/** Writes emails into a folder, as files that every mail program opens. */
export function createFolderMailer(folder: string, addresses: MailAddresses): Mailer {
  const library = import("nodemailer");
  return {
    pause: 0,
    async send(email) {
      const { createTransport } = await library;
      const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      const { message } = await transport.sendMail(toMailOptions(email, addresses));
      const file = join(folder, `${email.id}.eml`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await chmod(folder, 0o700);
        await writeFile(`${file}.part`, message, { mode: 0o600, flush: true });
        renameOver(`${file}.part`, file);
      } catch (error) {
        const { code } = errorProperties(error);
        const reason = isForbidden(error) ? describeAccessProblem(folder, "written") : folder;
        throw new MailError("unreachable", `${folderError} ${code}: ${reason}`);
      }
    },
  };
}

const idLength = crypto.randomUUID().length;

/** Deletes the emails about these requests, and all reminders and digests, since those may mention them. */
export function deleteEmails(folder: string, ids: string[]): void {
  const deletedIds = new Set(ids);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const isNotice = /^(digest|reminder|expiry)-/.test(name);
    if (isNotice || deletedIds.has(name.replace("confirmation-", "").slice(0, idLength)))
      rmSync(join(folder, name), { force: true });
  }
}
