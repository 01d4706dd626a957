import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { listPictureFiles, socialCardFile, socialCardName } from "../../content/content-folder.ts";
import { listLaunchItems } from "../../content/launch/launch-check.ts";
import { readMaster } from "../../content/pictures/pictures.ts";
import { isPublic } from "../../settings/site-address.ts";
import { isRecord } from "../formats/values.ts";
import type { ContentStore } from "../forms/content-store.ts";
import { labelOf, listFieldValues } from "../forms/field-values.ts";
import type { Drafts } from "../history/drafts.ts";
import type { openHistory } from "../history/history.ts";
import type { Change, Picture, Problem, PublishStatus, Site } from "./api-types.ts";
import type { Saver } from "./save.ts";
import type { SiteSettings } from "./site-settings.ts";

interface SiteServices {
  store: ContentStore;
  drafts: Drafts;
  history: ReturnType<typeof openHistory>;
  saving: Saver;
  publishing: () => PublishStatus;
  siteSettings: SiteSettings;
}

/** Collects everything the editor's page needs before it opens a form. */
export async function describeSite(services: SiteServices): Promise<Site> {
  const { store, drafts, history, saving, siteSettings } = services;
  const { problems } = store.currentCheck();
  const content = store.validContent();
  const { changes } = history.list();
  const steps = history.steps();
  // The launch sheet counts the owner's tasks first, and missing server settings only when none of hers is left.
  const leftCount = (content && listLaunchItems(content).length) || siteSettings.known().length;
  return {
    version: store.version(),
    name: content?.studio.brand.value ?? "",
    shortName: content?.studio.shortName ?? "",
    accent: content?.studio.colours.accent ?? null,
    address: isPublic(store.siteUrl) ? store.siteUrl : null,
    timeZone: content?.studio.timeZone ?? "UTC",
    entries: store.entries().map((entry) => ({ ...entry, ...countSources(entry.files) })),
    pictures: await describePictures(store),
    links: store.choices().pages,
    problems: [...problems, ...draftProblems()].filter(({ blocking }) => blocking),
    unpublished: unpublishedChanges(changes),
    undo: changes.find(({ id }) => id === steps.undo.at(-1)) ?? null,
    redo: changes.find(({ id }) => id === steps.redo.at(-1)) ?? null,
    leftBeforeLaunch: content?.studio.launched ? null : leftCount,
    publishing: services.publishing(),
  };

  function draftProblems(): Problem[] {
    return drafts.list().flatMap(saving.check);
  }

  /** Counts the values whose source is a guess or a sample. */
  function countSources(files: string[]) {
    const sources = files.flatMap((file) =>
      listFieldValues(store.fields(file), store.values(file)).flatMap(({ value, field }) =>
        (field.kind === "fact" || field.hasSource || field.kind === "either") && isRecord(value) ? [value.source] : [],
      ),
    );
    return {
      guesses: sources.filter((source) => source === "proposed").length,
      samples: sources.filter((source) => source === "sample").length,
    };
  }
}

/** A save and its undo cancel each other out, unless only one of the two was published. */
export const unpublishedChanges = (changes: Change[]) =>
  changes.filter(
    (change) =>
      !change.published &&
      !change.undone &&
      !(change.takes && changes.some((one) => one.id === change.takes && !one.published)),
  );

async function describePictures(store: ContentStore): Promise<Picture[]> {
  const { images = {}, treatments } = store.validContent() ?? {};
  const listed = new Set([...(treatments?.values() ?? [])].map(({ picture }) => picture));
  const uses = pictureUses(store);
  const found: Picture[] = [];
  const files = listPictureFiles(store.folder);
  for (const [name, file] of files) {
    const path = join(store.folder, file);
    const { width, height } = await readMaster(store.folder, name, files).catch(() => ({ width: 0, height: 0 }));
    const { alt = "", focus = null, consent = false, phone, thumbnail = null } = images[name] ?? {};
    found.push({
      name,
      width,
      height,
      alt,
      focus,
      person: consent,
      shownOn: uses.get(name) ?? [],
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

/** For each picture, the entries and fields that name it. */
export function pictureUses(store: ContentStore): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  const onPhones: { picture: string; replaces: string }[] = [];
  for (const { title, files } of store.entries()) {
    for (const file of files.filter((one) => store.files().includes(one))) {
      const fields = store.fields(file);
      const values = store.values(file);
      for (const { field, value, path } of listFieldValues(fields, values)) {
        if (field.kind !== "picture" || typeof value !== "string") continue;
        if (file === "images/images.yaml") {
          onPhones.push({ picture: value, replaces: path.replace(/\/.*/, "") });
          continue;
        }
        const place = labelOf(fields, values, path);
        uses.set(value, [...(uses.get(value) ?? []), place ? `${title}, ${place}` : title]);
      }
    }
  }
  for (const { picture, replaces } of onPhones)
    uses.set(picture, [...(uses.get(picture) ?? []), `${uses.get(replaces)?.[0] ?? replaces}, on phones`]);
  return uses;
}
