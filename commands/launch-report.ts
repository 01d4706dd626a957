import { join } from "node:path";
import type { Content } from "../src/content/content.ts";
import { ContentError } from "../src/content/content-problems.ts";
import {
  hiddenReason,
  type LaunchItem,
  launchGroups,
  listLaunchItems,
  stopsPublishing,
} from "../src/content/launch/launch-check.ts";
import { missingSettings, settingItem } from "../src/content/launch/missing-settings.ts";
import { areInitials, recordLaunch } from "../src/content/launch/record-launch.ts";
import { offerBlockers } from "../src/content/offer.ts";
import { sentenceOf } from "../src/content/problem-sentences.ts";
import { readContent } from "../src/content/read-content.ts";
import { readFolders } from "../src/settings/settings.ts";
import type { Variables } from "../src/settings/variables.ts";
import { zoneDataProblem } from "../src/settings/zone-data.ts";

interface Options {
  /** The initials of the person who launches the site. */
  launch?: string;
  /** The version of the zone data, if not that of this Node. */
  zoneData?: string | undefined;
}

type Place = ReturnType<typeof readFolders> & { environment: Variables };

/** Prints what is left before the public may see the site, and launches it if that is asked. Returns the exit status. */
export function checkLaunch(environment: Variables, { launch, zoneData }: Options): number {
  const place = { ...readFolders(environment), environment };
  try {
    const content = readContent(place.contentFolder);
    const items = listLeft(place, content, zoneData);
    console.log(formatReport(place, items, content));
    if (launch !== undefined) return recordOnce(place, launch, items, content) ? 0 : 1;
    return items.length ? 1 : 0;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** Everything that is left in the content, in the settings and in Node itself. */
export function listLeft(
  { contentFolder, environment }: Place,
  content: Content,
  zoneData = process.versions.tz,
): LaunchItem[] {
  const clockProblem = zoneDataProblem(zoneData);
  return [
    ...listLaunchItems(content).map((item) => ({ ...item, file: join(contentFolder, item.file) })),
    ...missingSettings(environment),
    ...(clockProblem
      ? [settingItem("zone data", { code: "zone_data", params: { problem: clockProblem } }, "Node")]
      : []),
  ];
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

function formatReport({ environment }: Place, items: LaunchItem[], content: Content): string {
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
    ...searchEngineStatus(environment, items, content),
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

/** Says whether search engines may list the site, and how to change that. */
function searchEngineStatus(environment: Variables, items: LaunchItem[], content: Content): string[] {
  const { launched } = content.studio;
  const address = environment.SITE_URL?.trim() ?? "";
  const hidden = URL.canParse(address) ? hiddenReason(content, address) : undefined;
  if (launched) {
    const stopsText = items.some(stopsPublishing)
      ? " What is listed stops the next publishing, not the published site."
      : "";
    return [`The site was launched on ${launched.date} by ${launched.initials}.${stopsText}`];
  }
  return [
    ...(hidden ? [`Search engines are asked to stay away: ${hidden}.`] : []),
    ...(items.length ? [] : ["To launch it, with your initials: npm run launch-check -- --launch INITIALS"]),
  ];
}

/** Wraps text to the width of a small terminal window. */
function formatItem(item: LaunchItem): string[] {
  const lines = sentenceOf(item).match(/\S.{0,90}(?=\s|$)/g) ?? [];
  return [`  ${item.file}, ${item.field}`, ...lines.map((line) => `      ${line}`)];
}
