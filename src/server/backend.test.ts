import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { readSettings } from "../settings/settings.ts";
import { createMailer } from "./backend.ts";

test("an email comes from the studio's website by name, unless the settings name another sender", async () => {
  const folder = temporaryFolder();
  const email = { id: "one", subject: "", text: "", html: "" };
  const sender = async (from: string, studioName?: string) => {
    const settings = readSettings({ DATA_DIR: folder, MAIL_FROM: from });
    await createMailer(settings, studioName).send(email);
    const mail = join(folder, "mail");
    return /^From: (.*)$/m.exec(readFileSync(join(mail, readdirSync(mail)[0] ?? ""), "utf8"))?.[1]?.trim();
  };
  expect(await sender("site@studio.example", "Tideline")).toBe("Tideline website <site@studio.example>");
  expect(await sender("site@studio.example", 'Sea, "Sun" & Co. <x@y.z>')).toBe(
    '"Sea, Sun & Co. <x@y.z> website" <site@studio.example>',
  );
  expect(await sender("Cerys <site@studio.example>", "Tideline")).toBe("Cerys <site@studio.example>");
  expect(await sender("site@studio.example")).toBe("site@studio.example");
});
