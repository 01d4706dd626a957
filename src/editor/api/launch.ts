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
import { isRecord } from "../formats/values.ts";
import type { ContentStore } from "../forms/content-store.ts";
import { listFieldValues, nearestField } from "../forms/field-values.ts";
import { mistakeMessage } from "../forms/messages.ts";
import { parseFieldPath } from "../forms/problems.ts";
import type { Path } from "../vocabulary.ts";
import { askHealth, type SiteHealth } from "./read-back.ts";
import type { Saver } from "./save.ts";

type Environment = Record<string, string | undefined>;

export interface LaunchStatus {
  ready: boolean;
  launched: { date: string; initials: string } | null;
  /** The site itself says that it no longer asks search engines to stay away. */
  onInternet: boolean;
  /** The questions that are answered, and the facts that are confirmed. */
  doneCount: number;
  /** The last group, "optional", is what a site can be launched without. */
  groups: { name: string; title: string; minutesEach: number; tasks: LaunchTask[] }[];
}

export interface LaunchTask {
  /** Null when the task is a server setting. */
  file: string | null;
  path: Path;
  title: string;
  label: string;
  message: string;
  /** Whether a button can confirm the value as it is. */
  canConfirm?: boolean;
  /** Whether it is an invented review, which a button takes out with all others. */
  isSampleReview?: boolean;
  /** The answers of a treatment, which she reads and then confirms together. */
  answers?: { label: string; answer: string; reason: string }[];
  /** What is not offered while this question waits for its papers. */
  hides?: string[];
}

interface LaunchServices {
  store: ContentStore;
  saving: Saver;
  environment: Environment;
  now: () => Date;
}

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
        tasks: worthAdding.map((item) => ({ ...locateTask(store, item).place, message: "" })),
      },
    ].filter(({ tasks }) => tasks.length),
  };
}

function describeTask(store: ContentStore, item: LaunchItem): LaunchTask {
  if (item.group === "settings") {
    const message = sentenceOf(item, "It ");
    return { file: null, path: "", title: "Settings of the server", label: item.field, message };
  }
  const { field, place } = locateTask(store, item);
  if (item.code === "suitability_proposed") return { ...place, message: "", answers: listAnswers(store, item.file) };
  const hides = item.code === "question_open" && item.params.missing.includes("offer") ? item.params.about : [];
  const canConfirm = item.group === "facts" && (field?.kind === "fact" || field?.hasSource || field?.kind === "either");
  return {
    ...place,
    message: mistakeMessage(item, field),
    ...(item.code === "review_sample" && { isSampleReview: true }),
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
export function locateTask(store: ContentStore, item: { file: string; field: string; title?: string }) {
  const { file, title: label } = item;
  const { path, field } = nearestField(store.fields(file), parseFieldPath(item.field), store.values(file));
  return { field, place: { ...store.fieldPlace(file, path), ...(label && { label }) } };
}

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

/** Records the launch once, with initials, when no task is left. Returns why not, or undefined when it was recorded. */
export async function recordLaunch(
  { store, saving, environment, now }: LaunchServices,
  initials: string,
): Promise<string | undefined> {
  const { ready, launched } = await describeLaunch(store, environment);
  if (launched) return `The launch was recorded on ${launched.date}. Nothing was changed.`;
  if (!ready) return "Something is left to do first.";
  if (!areInitials(initials)) return "Sign with your initials, one to four letters.";
  const value = { date: store.dayOf(now()), initials };
  const result = saving.save({ file: "studio.yaml", edits: [{ path: "launched", value }] });
  return "saved" in result ? undefined : "The studio's details were changed in the meantime. Try again.";
}
