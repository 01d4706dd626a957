import {
  type LaunchItem,
  launchGroups,
  listLaunchItems,
  suggestedAdditions,
} from "../../content/launch/launch-check.ts";
import { areInitials } from "../../content/launch/record-launch.ts";
import { formatContentDay, isRecord } from "../formats/values.ts";
import type { ContentStore } from "../forms/content-store.ts";
import { labelOf, listFieldValues, nearestField } from "../forms/field-values.ts";
import { launchMessage, parseFieldPath } from "../forms/problems.ts";
import type { Edit, LaunchStatus, LaunchTask } from "./api-types.ts";
import type { SiteSettings } from "./site-settings.ts";

/** Lists what is left to do before launch, each task with its field. */
export async function describeLaunch(store: ContentStore, settings: SiteSettings): Promise<LaunchStatus> {
  const content = store.validContent();
  if (!content) return { ready: false, launched: null, onInternet: false, groups: [], worthAdding: [] };
  const { missing, health } = await settings.ask(content.studio.launched !== undefined);
  const items = [...listLaunchItems(content), ...missing];
  const doneCounts = countDone(store);
  return {
    ready: items.length === 0 && store.currentCheck().content !== undefined,
    launched: content.studio.launched ?? null,
    onInternet: health !== undefined && health.hidden === undefined,
    groups: Object.entries(launchGroups).map(([name, title]) => ({
      name,
      title: title.replace(/ \(.*\)$/, ""),
      items: items.filter(({ group }) => group === name).map((item) => describeTask(store, item)),
      doneCount: doneCounts[name] ?? 0,
    })),
    worthAdding: suggestedAdditions(content).flatMap((suggestion) => {
      const files = suggestion.file.endsWith(".yaml")
        ? [suggestion.file]
        : suggestion.value.split(", ").map((slug) => `treatments/${slug}.md`);
      return files.map((file) =>
        describeTask(store, { group: "placeholders", file, field: suggestion.field, message: "" }),
      );
    }),
  };
}

function describeTask(store: ContentStore, item: LaunchItem): LaunchTask {
  if (item.group === "settings") {
    const message = `${item.field} ${item.message}`;
    const label = settingTitles[item.field] ?? item.field;
    return { file: null, path: "", title: "Settings of the server", label, message };
  }
  const fields = store.fields(item.file);
  const values = store.values(item.file);
  const { path, field } = nearestField(fields, parseFieldPath(item.field), values);
  const canConfirm = item.group === "facts" && (field?.kind === "fact" || field?.hasSource || field?.kind === "either");
  const label = item.title ?? labelOf(fields, values, path);
  const place = { file: item.file, path, title: store.titleOf(item.file), label };
  return { ...place, message: launchMessage(item), ...(canConfirm && { canConfirm }) };
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
function countDone(store: ContentStore): Record<string, number> {
  const all = store.files().flatMap((file) => listFieldValues(store.fields(file), store.values(file)));
  const answered = all.filter(
    ({ field, value }) => field.launchQuestion && isRecord(value) && value.answer && value.date && value.initials,
  );
  const facts = all.filter(
    ({ field, value }) =>
      field.kind === "fact" && !(isRecord(value) && value.source && value.source !== "specification"),
  );
  return { questions: answered.length, facts: facts.length };
}

/** Returns why the launch cannot be recorded. It is recorded once, with initials, when no task is left. */
export async function launchRefusal(
  store: ContentStore,
  settings: SiteSettings,
  initials: string,
): Promise<string | undefined> {
  const launched = store.validContent()?.studio.launched;
  if (launched) return `The launch was recorded on ${launched.date}. Nothing was changed.`;
  const { ready } = await describeLaunch(store, settings);
  if (!ready) return "Something is left to do first.";
  return areInitials(initials) ? undefined : "Sign with your initials, one to four letters.";
}

/** Writes the same line as the launch check, with today's date in the studio's time zone. */
export function launchEdit(store: ContentStore, initials: string, now: Date): Edit {
  return { do: "set", path: "launched", value: { date: dayOf(store, now), initials } };
}

/** The day in the studio's time zone. */
export function dayOf(store: ContentStore, now: Date): string {
  const timeZone = store.validContent()?.studio.timeZone ?? "UTC";
  return formatContentDay(now, timeZone);
}
