import { join } from "node:path";
import type { Content } from "../src/content/content.ts";
import { ContentError } from "../src/content/content-problems.ts";
import { type LaunchItem, launchGroups, listLaunchItems, stopsPublishing } from "../src/content/launch/launch-check.ts";
import { missingSettings } from "../src/content/launch/missing-settings.ts";
import { areInitials, recordLaunch } from "../src/content/launch/record-launch.ts";
import { offerBlockers } from "../src/content/offer.ts";
import { sentenceOf } from "../src/content/problem-sentences.ts";
import { readContent } from "../src/content/read-content.ts";
import { readFolders } from "../src/settings/settings.ts";
import type { Variables } from "../src/settings/variables.ts";

type Place = ReturnType<typeof readFolders> & { environment: Variables };

/**
 * Prints what is left before the public may see the site, and launches it where somebody's initials say so. Returns the
 * exit status.
 */
export function checkLaunch(environment: Variables, { launch }: { launch?: string | undefined }): number {
  const place = { ...readFolders(environment), environment };
  try {
    const content = readContent(place.contentFolder);
    const items = listLeft(place, content);
    console.log(formatReport(items, content));
    if (launch !== undefined) return recordOnce(place, launch, items, content) ? 0 : 1;
    return items.length ? 1 : 0;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** Everything that is left in the content and in the settings. */
export function listLeft({ contentFolder, environment }: Place, content: Content): LaunchItem[] {
  const inContent = listLaunchItems(content).map((item) => ({ ...item, file: join(contentFolder, item.file) }));
  return [...inContent, ...missingSettings(environment)];
}

/** Records the owner's launch once. From then on no edit hides the site. */
function recordOnce({ contentFolder }: Place, initials: string, items: LaunchItem[], { studio }: Content): boolean {
  const refusal = studio.launched
    ? `The site was launched on ${studio.launched.date}; nothing was changed.`
    : items.length
      ? "Nothing was launched: settle what is listed above first."
      : !areInitials(initials) && "Say who launches it, in one to four letters: --launch EM";
  if (refusal) {
    console.error(`\n${refusal}`);
    return false;
  }
  const record = recordLaunch(contentFolder, initials, studio.timeZone);
  console.log(
    `\nLaunched. ${join(contentFolder, "studio.yaml")} says so: ${record}\nKeep that line, and publish once more.`,
  );
  return true;
}

function formatReport(items: LaunchItem[], content: Content): string {
  const groups: Record<string, { title: string; remedy?: string }> = launchGroups;
  const lines = Object.entries(groups).flatMap(([group, { title, remedy }]) => {
    const ownItems = items.filter((item) => item.group === group);
    const heading = remedy ? `${title} (${remedy})` : title;
    return ownItems.length ? ["", `${heading}: ${ownItems.length}`, ...ownItems.flatMap(formatItem)] : [];
  });
  return [
    items.length
      ? `Before the public may see this site, ${items.length === 1 ? "1 thing is" : `${items.length} things are`} left.`
      : "Nothing is left. The site is ready to go public.",
    ...launchStatus(items, content),
    ...lines,
    ...section(
      "Not offered; their pages stay and say so:",
      [...content.treatments.values()].flatMap((treatment) => {
        const why = offerBlockers(content, treatment);
        return why.length ? [`${treatment.name}: ${why.join("; ")}`] : [];
      }),
    ),
  ].join("\n");
}

function section(title: string, lines: string[]): string[] {
  return lines.length ? ["", title, ...lines.map((line) => `  ${line}`)] : [];
}

/** Says whether the site is launched, and how that is done once nothing is left. */
function launchStatus(items: LaunchItem[], { studio: { launched } }: Content): string[] {
  if (!launched)
    return items.length ? [] : ["To launch it, with your initials: npm run launch-check -- --launch INITIALS"];
  const stopped = items.some(stopsPublishing)
    ? " What is listed stops the next publishing, not the published site."
    : "";
  return [`The site was launched on ${launched.date} by ${launched.initials}.${stopped}`];
}

/** Wraps text to the width of a small terminal window. */
function formatItem(item: LaunchItem): string[] {
  const lines = sentenceOf(item).match(/\S.{0,90}(?=\s|$)/g) ?? [];
  return [`  ${item.file}, ${item.field}`, ...lines.map((line) => `      ${line}`)];
}
