import { type LaunchItem, launchGroups, suggestedAdditions } from "../../content/launch/launch-check.ts";
import { missingSettings, settingItem } from "../../content/launch/missing-settings.ts";
import { areInitials } from "../../content/launch/record-launch.ts";
import { sentenceOf } from "../../content/problem-sentences.ts";
import { type Situation, situationNames, situations } from "../../content/schemas/treatment-schema.ts";
import { isRecord } from "../formats/values.ts";
import type { ContentStore } from "../forms/content-store.ts";
import { listFieldValues } from "../forms/field-values.ts";
import { mistakeMessage } from "../forms/messages.ts";
import { Refusal } from "../refusal.ts";
import type { FieldPlace } from "../vocabulary.ts";
import { askHealth } from "./read-back.ts";
import type { Saver } from "./save.ts";

type Environment = Record<string, string | undefined>;

export type LaunchStatus = Awaited<ReturnType<ReturnType<typeof createLaunch>["describe"]>>;

/** Whether somebody in a certain situation can have a treatment. */
interface Answer {
  answer: string;
  reason: string;
}

export interface LaunchTask extends Omit<FieldPlace, "file"> {
  /** Null when the task is a server setting. */
  file: string | null;
  message: string;
  /** Whether a button can confirm the value as it is. */
  canConfirm?: boolean;
  /** Whether it is an invented review, which a button takes out with all others. */
  isSampleReview?: boolean;
  /** The answers of a treatment, which she reads and then confirms together. */
  answers?: ({ label: string } & Answer)[];
  /** What is not offered while this question waits for its papers. */
  hides?: string[];
}

/** What is left to do before the launch, and its record. */
export function createLaunch(
  store: ContentStore,
  saving: Saver,
  environment: Environment,
  now: () => Date,
  ask = askHealth,
) {
  /** Lists what is left, each task with its field. */
  async function describe() {
    const content = store.validContent();
    if (!content) return { ready: false, launched: null, onInternet: false, doneCount: 0, groups: [] };
    const { missing, health } = await askForSettings(environment, content.studio.launched !== undefined, ask);
    const items = [...store.launchItems(), ...missing];
    const additions = suggestedAdditions(content);
    const worthAdding = [
      ...additions.facts.map((name) => ({ file: "studio.yaml", field: `more.${name}` })),
      ...additions.person.map((name) => ({ file: "pages/about.yaml", field: name })),
      ...additions.unpriced.map((slug) => ({ file: `treatments/${slug}.yaml`, field: "priceFrom" })),
    ];
    const groups = Object.entries(launchGroups).map(([name, { title, minutes }]) => ({
      name,
      title,
      minutesEach: minutes,
      tasks: items.filter(({ group }) => group === name).map((item) => describeTask(store, item)),
    }));
    const optional = worthAdding.map((item): LaunchTask => ({ ...store.locate(item).place, message: "" }));
    return {
      ready: items.length === 0 && store.currentCheck().content !== undefined,
      launched: content.studio.launched ?? null,
      /** The site itself says that it no longer asks search engines to stay away. */
      onInternet: health !== undefined && health.hidden === undefined,
      /** The questions that are answered, and the facts that are confirmed. */
      doneCount: countDone(store),
      /** The last group is what a site can be launched without. */
      groups: [...groups, { name: "optional", title: "Worth adding", minutesEach: 1, tasks: optional }].filter(
        ({ tasks }) => tasks.length,
      ),
    };
  }

  return {
    describe,
    /** Records the launch once, with initials, when no task is left. */
    async record(initials: string) {
      const { ready, launched } = await describe();
      if (launched) throw new Refusal(`The launch was recorded on ${launched.date}. Nothing was changed.`);
      if (!ready) throw new Refusal("Something is left to do first.");
      if (!areInitials(initials)) throw new Refusal("Sign with your initials, one to four letters.");
      const value = { date: store.dayOf(now()), initials };
      const result = saving.save({ file: "studio.yaml", edits: [{ path: "launched", value }] });
      if (!("saved" in result)) throw new Refusal("The studio's details were changed in the meantime. Try again.");
    },
  };
}

function describeTask(store: ContentStore, item: LaunchItem): LaunchTask {
  if (item.group === "settings") {
    const message = sentenceOf(item, "It ");
    return { file: null, path: "", title: "Settings of the server", label: item.field, message };
  }
  const { field, place: found } = store.locate(item);
  const place = { ...found, label: item.title ?? found.label };
  if (item.code === "suitability_proposed") {
    // As its page says them.
    const { suitability } = store.values(item.file) as { suitability: Record<Situation, Answer> };
    const answers = situationNames.map((name) => ({ label: situations[name], ...suitability[name] }));
    return { ...place, message: "", answers };
  }
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
async function askForSettings(environment: Environment, launched: boolean, ask: typeof askHealth) {
  const here = missingSettings(environment);
  const hasAddress = !here.some(({ field }) => field === "SITE_URL");
  // On the server itself all settings are here, and its own address may not be reachable from inside.
  if (!hasAddress || (!here.length && !launched)) return { missing: here };
  const address = environment.SITE_URL?.trim() ?? "";
  const answer = await ask(address);
  return { missing: here.length ? missingThere(new URL(address).host, here, answer) : [], health: answer.health };
}

/** What the site's answer says about its settings; `here` are those that are missing on this computer. */
function missingThere(
  host: string,
  here: LaunchItem[],
  { health, error }: Awaited<ReturnType<typeof askHealth>>,
): LaunchItem[] {
  if (error !== undefined) return [settingItem("SITE_URL", { code: "site_silent", params: { host, error } })];
  // A host of files alone cannot be asked, so only the settings of this computer are known.
  if (!health) return here;
  if (health.pages) return [settingItem("SITE_URL", { code: "site_outdated", params: { host, pages: health.pages } })];
  if (health.mail === undefined) return [settingItem("DATA_DIR", { code: "data_folder_unwritable", params: { host } })];
  return health.mail === "not set" ? [settingItem("SMTP_URL", { code: "mail_server_missing", params: { host } })] : [];
}
