import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { listPictureFiles, socialCardFile, socialCardName } from "../../content/content-folder.ts";
import { readMaster } from "../../content/pictures/pictures.ts";
import { isPublic } from "../../settings/site-address.ts";
import { isRecord, keysOf, valueAt } from "../formats/values.ts";
import type { ContentStore } from "../forms/content-store.ts";
import { listFieldValues } from "../forms/field-values.ts";
import { summarize } from "../forms/messages.ts";
import type { ContentHistory } from "../history/history.ts";
import type { Change, FieldPlace, Path } from "../vocabulary.ts";
import type { PublishStatus } from "./publish.ts";

export interface Picture {
  name: string;
  /** The picture of link previews. It has no description and no focal point. */
  isSocialCard?: true;
  alt: string;
  phone?: string;
  /** The focal point, which no crop cuts off, in percent from the left and the top. */
  focus: [x: number, y: number] | null;
  /** The centre and the width of what a list shows of it, in percent. Undefined where no list shows the picture. */
  thumbnail?: [x: number, y: number, width: number] | null;
  /** The picture shows a person, who has given consent. */
  person: boolean;
  width: number;
  height: number;
  /** The entries and fields that show it. */
  shownOn: string[];
  /** What stands beside it on a page, which a new picture may make untrue. */
  wordsBeside?: { file: string; path: Path; label: string; words: string }[];
  /** It changes with the file, so that picture/NAME?width=640&v=VERSION is not served from a stale cache. */
  version: string;
}

/** Collects everything the editor's page needs before it opens a form. */
export async function describeSite(store: ContentStore, history: ContentHistory, publishing: PublishStatus) {
  const { problems } = store.currentCheck();
  const content = store.validContent();
  const { changes } = history.list();
  const steps = history.steps();
  return {
    /** Changes with every file and picture of the content, and with nothing else. */
    version: store.version(),
    /** The name beside the logo in the top bar. */
    shortName: content?.studio.shortName ?? "",
    /** The studio's accent colour, which the editor uses too. */
    accent: content?.studio.colours.accent ?? null,
    /** The public address shown above the preview, or null when the site has none. */
    address: isPublic(store.siteUrl) ? store.siteUrl : null,
    timeZone: content?.studio.timeZone ?? "UTC",
    entries: store.entries(),
    pictures: await describePictures(store),
    links: store.choices().pages,
    /** What to fix in every file: all that stops publishing, and sentences that name what is not offered. */
    problems: problems.filter(({ kind, blocking }) => blocking || kind === "mistake"),
    /** Saves that visitors do not see yet, newest first. */
    unpublished: unpublishedChanges(changes),
    /** The change that Undo reverts next, and the undo that Redo reverts next. */
    undo: changes.find(({ id }) => id === steps.undo) ?? null,
    redo: changes.find(({ id }) => id === steps.redo) ?? null,
    /** The number of tasks left before launch, or null once the launch is recorded. */
    leftBeforeLaunch: content?.studio.launched ? null : store.launchItems().length,
    publishing,
  };
}

/** A save and its undo cancel each other out, unless only one of the two was published. */
const unpublishedChanges = (changes: Change[]) =>
  oncePerField(
    changes.filter(
      (change) =>
        !change.published &&
        !change.undone &&
        !(change.undoes && changes.some((one) => one.id === change.undoes && !one.published)),
    ),
  );

/** From what is live to what will be, whatever a field was in between. The newest change is first. */
function oncePerField(changes: Change[]): Change[] {
  const found = new Map<string, Change>();
  for (const change of changes) {
    const key = `${change.file} ${change.path} ${change.words ?? change.label}`;
    const later = found.get(key);
    if (later && later.after === change.before) found.delete(key);
    else found.set(key, later ? { ...later, before: change.before } : change);
  }
  return [...found.values()];
}

async function describePictures(store: ContentStore): Promise<Picture[]> {
  const { images = {}, treatments } = store.validContent() ?? {};
  const listed = new Set([...(treatments?.values() ?? [])].map(({ picture }) => picture));
  const places = placesOfPictures(store);
  const found: Picture[] = [];
  const files = listPictureFiles(store.folder);
  for (const [name, file] of files) {
    const path = join(store.folder, file);
    const { width, height } = await readMaster(store.folder, name, files).catch(() => ({ width: 0, height: 0 }));
    const { shownOn = [], wordsBeside = [] } = places.get(name) ?? {};
    const { alt = "", focus = null, consent = false, phone, thumbnail = null } = images[name] ?? {};
    found.push({
      name,
      width,
      height,
      alt,
      focus,
      person: consent,
      shownOn,
      wordsBeside,
      ...(phone && { phone }),
      ...(listed.has(name) && { thumbnail }),
      version: versionOfFile(path),
    });
  }
  const card = join(store.folder, socialCardFile);
  if (existsSync(card)) {
    const place = { width: 1200, height: 630, alt: "", focus: null, person: false, shownOn: ["Previews of links"] };
    found.push({ name: socialCardName, isSocialCard: true, ...place, version: versionOfFile(card) });
  }
  return found;
}

const versionOfFile = (path: string) => String(Math.round(statSync(path).mtimeMs));

type PicturePlaces = Required<Pick<Picture, "shownOn" | "wordsBeside">>;

const nameOf = ({ title, label }: FieldPlace) => `${title}, ${label}`;

/** For each picture, the entries and fields that name it, and the words beside it in the same group of fields. */
export function placesOfPictures(store: ContentStore): Map<string, PicturePlaces> {
  const found = new Map<string, PicturePlaces>();
  const placesOf = (name: string) => {
    const places = found.get(name) ?? { shownOn: [], wordsBeside: [] };
    found.set(name, places);
    return places;
  };
  const onPhones: { picture: string; replaces: string }[] = [];
  // In the order of the menu, as the first place names a picture.
  const files = new Set(store.entries().flatMap((entry) => entry.files));
  for (const file of [...files].filter((one) => store.files().includes(one))) {
    const values = store.values(file);
    for (const { field, value, path } of listFieldValues(store.fields(file), values)) {
      if (field.kind === "picture" && typeof value === "string") {
        if (file === "images/images.yaml") onPhones.push({ picture: value, replaces: path.replace(/\/.*/, "") });
        else placesOf(value).shownOn.push(nameOf(store.fieldPlace(file, path)));
      }
      const group = field.besidePicture && value ? valueAt(values, keysOf(path).slice(0, -1)) : undefined;
      if (isRecord(group) && typeof group.picture === "string") {
        const label = nameOf(store.fieldPlace(file, path));
        placesOf(group.picture).wordsBeside.push({ file, path, label, words: summarize(value, field) });
      }
    }
  }
  for (const { picture, replaces } of onPhones)
    placesOf(picture).shownOn.push(`${found.get(replaces)?.shownOn[0] ?? replaces}, on phones`);
  return found;
}
