import {
  type LaunchItem,
  launchGroups,
  listLaunchItems,
  suggestedAdditions,
} from "../../content/launch/launch-check.ts";
import { missingSettings, settingItem } from "../../content/launch/missing-settings.ts";
import { areInitials } from "../../content/launch/record-launch.ts";
import { sentenceOf } from "../../content/problem-sentences.ts";
import { type Situation, situationNames, situations } from "../../content/schemas/treatment-schema.ts";
import { formatContentDay, isRecord } from "../formats/values.ts";
import type { ContentStore } from "../forms/content-store.ts";
import { labelOf, listFieldValues, nearestField } from "../forms/field-values.ts";
import { mistakeMessage } from "../forms/messages.ts";
import { parseFieldPath } from "../forms/problems.ts";
import type { Edit, LaunchStatus, LaunchTask } from "./api-types.ts";
import { askHealth, type SiteHealth } from "./read-back.ts";

type Environment = Record<string, string | undefined>;

/** Lists what is left to do before launch, each task with its field. */
export async function describeLaunch(
  store: ContentStore,
  environment: Environment,
  ask = askHealth,
): Promise<LaunchStatus> {
  const content = store.validContent();
  if (!content) return { ready: false, launched: null, onInternet: false, doneCount: 0, groups: [] };
  const { missing, health } = await askForSettings(environment, content.studio.launched !== undefined, ask);
  const items = [...listLaunchItems(content), ...missing];
  const additions = suggestedAdditions(content);
  const worthAdding = [
    ...additions.facts.map((name) => ({ file: "studio.yaml", field: `more.${name}` })),
    ...additions.person.map((name) => ({ file: "pages/about.yaml", field: name })),
    ...additions.unpriced.map((slug) => ({ file: `treatments/${slug}.yaml`, field: "priceFrom" })),
  ];
  return {
    ready: items.length === 0 && store.currentCheck().content !== undefined,
    launched: content.studio.launched ?? null,
    onInternet: health !== undefined && health.hidden === undefined,
    doneCount: countDone(store),
    groups: [
      ...Object.entries(launchGroups).map(([name, { title, minutes }]) => ({
        name,
        title,
        minutesEach: minutes,
        tasks: items.filter(({ group }) => group === name).map((item) => describeTask(store, item)),
      })),
      {
        name: "optional",
        title: "Worth adding",
        minutesEach: 1,
        tasks: worthAdding.map((place) => ({ ...locateTask(store, place).task, message: "" })),
      },
    ].filter(({ tasks }) => tasks.length),
  };
}

function describeTask(store: ContentStore, item: LaunchItem): LaunchTask {
  if (item.group === "settings") {
    const message = sentenceOf(item, `${item.field} `);
    const label = settingTitles[item.field] ?? item.field;
    return { file: null, path: "", title: "Settings of the server", label, message };
  }
  const { field, task } = locateTask(store, item);
  if (item.code === "suitability_proposed") return { ...task, message: "", answers: listAnswers(store, item.file) };
  const hides = item.code === "question_open" && item.params.missing.includes("offer") ? item.params.about : [];
  const canConfirm = item.group === "facts" && (field?.kind === "fact" || field?.hasSource || field?.kind === "either");
  const message = mistakeMessage(item, field);
  const isSampleReview = item.code === "review_sample";
  return {
    ...task,
    message,
    ...(isSampleReview && { isSampleReview }),
    ...(canConfirm && { canConfirm }),
    ...(hides.length && { hides }),
  };
}

/** Who can have a treatment, as its page says it. */
function listAnswers(store: ContentStore, file: string): NonNullable<LaunchTask["answers"]> {
  const { suitability } = store.values(file) as { suitability: Record<Situation, { answer: string; reason: string }> };
  return situationNames.map((name) => ({ label: situations[name], ...suitability[name] }));
}

/** The field of a task, and how a list names it. */
export function locateTask(store: ContentStore, place: { file: string; field: string; title?: string }) {
  const { file } = place;
  const fields = store.fields(file);
  const values = store.values(file);
  const { path, field } = nearestField(fields, parseFieldPath(place.field), values);
  const label = place.title ?? labelOf(fields, values, path);
  return { field, task: { file, path, title: store.titleOf(file), label } };
}

/** What each setting of the server is for, in a few words. */
const settingTitles: Record<string, string> = {
  SITE_URL: "The address of the site",
  SMTP_URL: "The mail server",
  MAIL_TO: "Who gets an email about a request",
  MAIL_FROM: "The sender of its emails",
  DATA_DIR: "Where requests are kept",
};

/** Counts the answered questions and the confirmed facts, for the progress display. */
function countDone(store: ContentStore): number {
  const all = store.files().flatMap((file) => listFieldValues(store.fields(file), store.values(file)));
  return all.filter(({ field, value }) => {
    if (field.launchQuestion) return isRecord(value) && value.answer && value.date && value.initials;
    return field.kind === "fact" && !(isRecord(value) && value.source && value.source !== "specification");
  }).length;
}

/**
 * Lists what the server still lacks. The editor may run on another computer, whose settings say nothing about the
 * server, so the site itself is asked; after the launch also whether it is public.
 */
async function askForSettings(
  environment: Environment,
  launched: boolean,
  ask: typeof askHealth,
): Promise<{ missing: LaunchItem[]; health?: SiteHealth }> {
  const here = missingSettings(environment);
  const address = environment.SITE_URL?.trim() ?? "";
  const hasAddress = !here.some(({ field }) => field === "SITE_URL");
  // On the server itself all settings are here, and its own address may not be reachable from inside.
  if (!hasAddress || (!here.length && !launched)) return { missing: here };
  const answer = await ask(address);
  return { missing: here.length ? settingsMissingOn(address, here, answer) : [], ...answer };
}

/** What the site's answer says about its settings; `here` are those that are missing on this computer. */
export function settingsMissingOn(
  address: string,
  here: LaunchItem[],
  { health, error }: { health?: SiteHealth; error?: string },
): LaunchItem[] {
  const { host } = new URL(address);
  if (error !== undefined) return [settingItem("SITE_URL", { code: "site_silent", params: { host, error } })];
  // A host of files alone cannot be asked, so only the settings of this computer are known.
  if (!health) return here;
  if (health.pages) return [settingItem("SITE_URL", { code: "site_outdated", params: { host, pages: health.pages } })];
  if (health.mail === undefined) return [settingItem("DATA_DIR", { code: "data_folder_unwritable", params: { host } })];
  return health.mail === "not set" ? [settingItem("SMTP_URL", { code: "mail_server_missing", params: { host } })] : [];
}

/** Returns why the launch cannot be recorded. It is recorded once, with initials, when no task is left. */
export function launchRefusal({ ready, launched }: LaunchStatus, initials: string): string | undefined {
  if (launched) return `The launch was recorded on ${launched.date}. Nothing was changed.`;
  if (!ready) return "Something is left to do first.";
  return areInitials(initials) ? undefined : "Sign with your initials, one to four letters.";
}

/** Writes the same line as the launch check, with today's date in the studio's time zone. */
export function launchEdit(store: ContentStore, initials: string, now: Date): Edit {
  return { path: "launched", value: { date: dayOf(store, now), initials } };
}

/** The day in the studio's time zone. */
export function dayOf(store: ContentStore, now: Date): string {
  const timeZone = store.validContent()?.studio.timeZone ?? "UTC";
  return formatContentDay(now, timeZone);
}
