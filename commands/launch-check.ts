import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { siteFolder } from "../pipeline/build-folder.ts";
import { listFiles } from "../pipeline/list-files.ts";
import { whyNotBookable } from "../studio/booking.ts";
import { findDelicate } from "../studio/claims.ts";
import { contentFolder } from "../studio/content.ts";
import { groups, type LaunchItem, launchItems, worthAdding } from "../studio/launch.ts";
import { ContentError } from "../studio/mistakes.ts";
import { type Content, readContent } from "../studio/read.ts";
import { isPublic } from "../studio/site-address.ts";
import { listWords } from "../studio/words.ts";

if (existsSync(".env")) process.loadEnvFile();

try {
  const content = readContent(contentFolder);
  const items = [...launchItems(content).map(inFolder), ...settings(process.env), ...reviewMarkup(siteFolder)];
  console.log(
    process.argv.includes("--json") ? JSON.stringify({ ready: !items.length, items }) : inWords(items, content),
  );
  process.exitCode = items.length ? 1 : 0;
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** As the owner finds it from the folder every command is run in. */
function inFolder(item: LaunchItem): LaunchItem {
  return { ...item, file: join(contentFolder, item.file) };
}

function settings(environment: Record<string, string | undefined>): LaunchItem[] {
  const value = (name: string) => environment[name]?.trim() ?? "";
  const missing = (name: string, message: string): LaunchItem => ({
    group: "settings",
    file: ".env",
    field: name,
    message,
  });
  const site = value("SITE_URL");
  const address = !URL.canParse(site) || !isPublic(site);
  // A hosted backend posts the letters itself, with settings of its own.
  const mail: Record<string, string> = value("BACKEND_URL")
    ? {}
    : {
        ...(!value("RESEND_API_KEY") && {
          SMTP_URL: "is not set: letters would wait, and nobody would be told of a request.",
        }),
        MAIL_TO: "is not set: say which mailbox receives the requests.",
        MAIL_FROM: "is not set: say which address the letters come from.",
      };
  return [
    ...(address ? [missing("SITE_URL", "must be the public address of the site, starting with https://")] : []),
    ...Object.entries(mail).flatMap(([name, message]) => (value(name) ? [] : [missing(name, message)])),
  ];
}

/** A business may not mark up reviews of itself, whatever a page or a later change puts there. */
function reviewMarkup(directory: string): LaunchItem[] {
  const pages = existsSync(directory) ? listFiles(directory).filter((file) => file.endsWith(".html")) : [];
  return pages.flatMap((file): LaunchItem[] => {
    const found = /"(review|aggregateRating|ratingValue)":|itemprop="?(review|ratingValue)/i.exec(
      readFileSync(join(directory, file), "utf8"),
    );
    const message = `marks up reviews for search engines (${found?.[0]}). Take the markup out.`;
    return found ? [{ group: "claims", file: join(directory, file), field: "structured data", message }] : [];
  });
}

function inWords(items: LaunchItem[], content: Content): string {
  const lines = Object.entries(groups).flatMap(([group, title]) => {
    const own = items.filter((item) => item.group === group);
    return own.length ? ["", `${title}: ${own.length}`, ...own.flatMap(entry)] : [];
  });
  const delicate = [...findDelicate(listWords(content), content.claims)].map(
    ([file, words]) => `  ${join(contentFolder, file)}: ${words.join(", ")}`,
  );
  return [
    items.length
      ? `Before the public may see this site, ${items.length === 1 ? "1 thing is" : `${items.length} things are`} left.`
      : "Nothing is left. The site may go public.",
    ...lines,
    "",
    "Worth reading once more, as these words slide into medical claims (they do not count above):",
    ...delicate,
    ...listed("Worth adding, as visitors look for it and do not find it yet (it does not count above):", [
      ...worthAdding(content).map(
        ({ file, field, value }) => `${join(contentFolder, file)}, ${field}${value && ` (${value})`}`,
      ),
    ]),
    ...listed("Cannot be booked while the site is public; their pages stay, with a button to ask:", [
      ...[...content.treatments.values()].flatMap((treatment) => {
        const why = whyNotBookable(content, treatment, process.env.SITE_URL || "https://public.invalid");
        return why.length ? [`${treatment.name}: ${why.join("; ")}`] : [];
      }),
    ]),
  ].join("\n");
}

function listed(title: string, lines: string[]): string[] {
  return lines.length ? ["", title, ...lines.map((line) => `  ${line}`)] : [];
}

/** No wider than a small terminal window. */
function entry({ file, field, message }: LaunchItem): string[] {
  const lines = message.match(/\S.{0,90}(?=\s|$)/g) ?? [];
  return [`  ${file}, ${field}`, ...lines.map((line) => `      ${line}`)];
}
