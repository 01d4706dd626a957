import { whyNotBookable } from "../studio/booking.ts";
import { groups, type LaunchItem, launchItems, worthAdding } from "../studio/launch.ts";
import { settingsLeft } from "../studio/launch-settings.ts";
import type { ContentRoom } from "./content-room.ts";
import { eachValue, labelOf, nearestField } from "./each-value.ts";
import { keysOfField, launchInWords } from "./problems.ts";
import type { Edit, Launch, LaunchPoint } from "./shapes.ts";
import { isRecord } from "./values.ts";

type Environment = Record<string, string | undefined>;

/** What is left before the public may see the site, each with the way to its field. */
export function describeLaunch(room: ContentRoom, environment: Environment): Launch {
  const content = room.good();
  if (!content) return { ready: false, launched: null, groups: [], worthAdding: [], notBookable: [] };
  const items = [...launchItems(content), ...settingsLeft(environment)];
  const done = settled(room);
  const address = environment.SITE_URL || "https://public.invalid";
  return {
    ready: items.length === 0 && room.now().content !== undefined,
    launched: content.studio.launched ?? null,
    groups: Object.entries(groups).map(([name, title]) => ({
      ...{ name, title: title.replace(/ \(.*\)$/, "") },
      items: items.filter(({ group }) => group === name).map((item) => point(room, item)),
      done: done[name] ?? 0,
    })),
    worthAdding: worthAdding(content).flatMap((place) => {
      const files = place.file.endsWith(".yaml")
        ? [place.file]
        : place.value.split(", ").map((slug) => `treatments/${slug}.md`);
      return files.map((file) => point(room, { group: "placeholders", file, field: place.field, message: "" }));
    }),
    notBookable: [...content.treatments.values()].flatMap((treatment) => {
      const words = whyNotBookable(content, treatment, address);
      return words.length ? [{ title: treatment.name, words }] : [];
    }),
  };
}

function point(room: ContentRoom, item: LaunchItem): LaunchPoint {
  if (item.group === "settings")
    return {
      file: null,
      path: "",
      title: "Settings of the server",
      label: item.field,
      words: `${item.field} ${item.message}`,
    };
  const fields = room.fields(item.file);
  const values = room.values(item.file);
  const { path, field } = nearestField(fields, keysOfField(item.field), values);
  return {
    ...{
      file: item.file,
      path,
      title: room.titleOf(item.file),
      label: labelOf(fields, values, path),
      words: launchInWords(item),
    },
    ...(item.group === "facts" &&
      (field?.kind === "fact" || field?.sourced || field?.kind === "either") && { settle: true }),
  };
}

/** How much of it is done already: questions answered, facts settled. */
function settled(room: ContentRoom): Record<string, number> {
  const all = room.files().flatMap((file) => eachValue(room.fields(file), room.values(file)));
  const answered = all.filter(
    ({ field, value }) => field.gate && isRecord(value) && value.answer && value.date && value.initials,
  );
  const facts = all.filter(
    ({ field, value }) =>
      field.kind === "fact" && !(isRecord(value) && value.source && value.source !== "specification"),
  );
  return { questions: answered.length, facts: facts.length };
}

/** It is said once, by the owner, when nothing is left. */
export function whyNotLaunched(room: ContentRoom, environment: Environment, initials: string): string | undefined {
  const { ready, launched } = describeLaunch(room, environment);
  if (launched) return `The launch was said on ${launched.date}; nothing was changed.`;
  if (!ready) return "Something is left to settle first.";
  return /^\p{L}{1,4}$/u.test(initials) ? undefined : "Sign with your initials, one to four letters.";
}

/** The same line as the launch check writes, on the studio's own calendar. */
export function launchEdit(room: ContentRoom, initials: string, now: Date): Edit {
  const timeZone = room.good()?.studio.timeZone ?? "UTC";
  // Canadians write dates as the files do.
  const date = new Intl.DateTimeFormat("en-CA", { timeZone }).format(now);
  return { do: "set", path: "launched", value: { date, initials } };
}
