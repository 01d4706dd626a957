import { statSync } from "node:fs";
import { join } from "node:path";
import { isPublic } from "../settings/site-address.ts";
import { listPictures } from "../studio/folder.ts";
import { launchItems } from "../studio/launch.ts";
import { settingsLeft } from "../studio/launch-settings.ts";
import { readMaster } from "../studio/pictures.ts";
import type { ContentRoom } from "./content-room.ts";
import type { openDrafts } from "./drafts.ts";
import { eachValue, labelOf } from "./each-value.ts";
import type { openHistory } from "./history.ts";
import type { Saving } from "./saving.ts";
import type { Change, Entry, Picture, Problem, Publishing, Site } from "./shapes.ts";
import { isRecord } from "./values.ts";

interface Rooms {
  room: ContentRoom;
  drafts: ReturnType<typeof openDrafts>;
  history: ReturnType<typeof openHistory>;
  saving: Saving;
  publishing: () => Publishing;
  environment: Record<string, string | undefined>;
}

/** Everything the page needs before a form is opened. */
export async function describeSite({ room, drafts, history, saving, publishing, environment }: Rooms): Promise<Site> {
  const { problems } = room.now();
  const content = room.good();
  const { changes } = history.list();
  const mend = [...problems.filter(({ stops }) => stops), ...ofDrafts()];
  // What is hers to do, as the launch sheet counts it; then what is the server's.
  const left = (content && launchItems(content).length) || settingsLeft(environment).length;
  return {
    name: content?.studio.brand.value ?? "",
    shortName: content?.studio.shortName ?? "",
    address: isPublic(room.siteUrl) ? room.siteUrl : null,
    language: content?.studio.language ?? "en",
    timeZone: content?.studio.timeZone ?? "UTC",
    entries: room.entries().map(
      (entry): Entry => ({
        ...entry,
        mend: mend.filter(({ file }) => entry.files.includes(file)).length,
        ...sourcesIn(entry.files),
      }),
    ),
    pictures: await describePictures(room),
    links: room.named().pages,
    mend,
    waiting: waitingOf(changes),
    ...undoAndRedo(changes),
    left: content?.studio.launched ? null : left,
    publishing: publishing(),
  };

  function ofDrafts(): Problem[] {
    return drafts
      .of()
      .flatMap((draft) =>
        saving.check({ file: draft.file, version: "", edits: draft.edits }).filter(({ stops }) => stops),
      );
  }

  /** Facts and records that say where they came from. */
  function sourcesIn(files: string[]) {
    const marked = files.flatMap((file) =>
      eachValue(room.fields(file), room.values(file)).flatMap(({ value, field }) =>
        (field.kind === "fact" || field.sourced || field.kind === "either") && isRecord(value) ? [value.source] : [],
      ),
    );
    return {
      guesses: marked.filter((source) => source === "proposed").length,
      samples: marked.filter((source) => source === "sample").length,
    };
  }
}

/** A save and its taking back cancel out, unless visitors saw the one and not the other. */
export const waitingOf = (changes: Change[]) =>
  changes.filter(
    (change) =>
      !change.published &&
      !change.takenBack &&
      !(change.takes && changes.some((one) => one.id === change.takes && !one.published)),
  );

function undoAndRedo(changes: Change[]): Pick<Site, "undo" | "redo"> {
  const undo = changes.find((change) => !change.takes && !change.takenBack && !change.elsewhere) ?? null;
  const newest = changes.find((change) => !change.takenBack);
  return { undo, redo: newest?.takes ? newest : null };
}

async function describePictures(room: ContentRoom): Promise<Picture[]> {
  const images = room.good()?.images ?? {};
  const uses = usesOf(room);
  const found: Picture[] = [];
  for (const [name, file] of listPictures(room.folder)) {
    const path = join(room.folder, file);
    const { width, height } = await readMaster(room.folder, name).catch(() => ({ width: 0, height: 0 }));
    const image = images[name];
    found.push({
      ...{
        name,
        width,
        height,
        alt: image?.alt ?? "",
        focus: image?.focus ?? null,
        person: image?.consent ?? false,
        shownOn: uses.get(name) ?? [],
      },
      ...(image?.phone && { phone: image.phone }),
      version: String(Math.round(statSync(path).mtimeMs)),
    });
  }
  return found;
}

/** On which entries each picture is seen, by the fields that name it. */
function usesOf(room: ContentRoom): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const { title, files } of room.entries()) {
    for (const file of files.filter((one) => room.files().includes(one))) {
      const fields = room.fields(file);
      const values = room.values(file);
      for (const { field, value, path } of eachValue(fields, values)) {
        if (field.kind !== "picture" || typeof value !== "string") continue;
        const place = labelOf(fields, values, path);
        uses.set(value, [...(uses.get(value) ?? []), place ? `${title}, ${place}` : title]);
      }
    }
  }
  return uses;
}
