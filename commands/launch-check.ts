import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Content } from "../src/content/content.ts";
import { type LaunchItem, launchGroups, listLaunchItems, stopsPublishing } from "../src/content/launch/launch-check.ts";
import { missingSettings } from "../src/content/launch/missing-settings.ts";
import { areInitials, recordLaunch } from "../src/content/launch/record-launch.ts";
import { offerBlockers } from "../src/content/offer.ts";
import { sentenceOf } from "../src/content/problem-sentences.ts";
import { readContent } from "../src/content/read-content.ts";
import { CommandError, runCommand } from "../src/server/command-error.ts";
import { loadEnvironment } from "../src/settings/load.ts";
import { readFolders } from "../src/settings/settings.ts";
import type { Variables } from "../src/settings/variables.ts";

/** Everything that is left in the content and in the settings before the public may see the site. */
export function listLeft(contentFolder: string, environment: Variables, content: Content): LaunchItem[] {
  const inContent = listLaunchItems(content).map((item) => ({ ...item, file: join(contentFolder, item.file) }));
  return [...inContent, ...missingSettings(environment)];
}

/** Records the owner's launch once, and says so. From then on no edit hides the site. */
export function launch(contentFolder: string, initials: string, items: LaunchItem[], { studio }: Content): string {
  if (studio.launched) throw new CommandError(`The site was launched on ${studio.launched.date}; nothing was changed.`);
  if (items.length) throw new CommandError("Nothing was launched: settle what is listed above first.");
  if (!areInitials(initials)) throw new CommandError("Say who launches it, in one to four letters: --launch EM");
  const record = recordLaunch(contentFolder, initials, studio.timeZone);
  return `\nLaunched. ${join(contentFolder, "studio.yaml")} says so: ${record}\nKeep that line, and publish once more.\n`;
}

export function formatReport(items: LaunchItem[], content: Content): string {
  const groups: Record<string, { title: string; remedy?: string }> = launchGroups;
  const lines = Object.entries(groups).flatMap(([group, { title, remedy }]) => {
    const ownItems = items.filter((item) => item.group === group);
    const heading = remedy ? `${title} (${remedy})` : title;
    return ownItems.length ? ["", `${heading}: ${ownItems.length}`, ...ownItems.flatMap(formatItem)] : [];
  });
  const notOffered = [...content.treatments.values()].flatMap((treatment) => {
    const why = offerBlockers(content, treatment);
    return why.length ? [`  ${treatment.name}: ${why.join("; ")}`] : [];
  });
  return [
    items.length
      ? `Before the public may see this site, ${items.length === 1 ? "1 thing is" : `${items.length} things are`} left.`
      : "Nothing is left. The site is ready to go public.",
    ...launchStatus(items, content),
    ...lines,
    ...(notOffered.length ? ["", "Not offered; their pages stay and say so:", ...notOffered] : []),
    "",
  ].join("\n");
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

if (import.meta.main) {
  const { values } = parseArgs({ options: { launch: { type: "string" } } });
  await runCommand(async function* () {
    const environment = loadEnvironment();
    const { contentFolder } = readFolders(environment);
    const content = readContent(contentFolder);
    const items = listLeft(contentFolder, environment, content);
    yield formatReport(items, content);
    if (values.launch !== undefined) yield launch(contentFolder, values.launch, items, content);
    else if (items.length) process.exitCode = 1;
  });
}
