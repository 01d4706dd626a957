import { socialCardName } from "../../content/content-folder.ts";
import { slugPattern } from "../../content/slug.ts";
import type { SavePictureRequest } from "../api/request-bodies.ts";
import type { SaveResult, Saver } from "../api/save.ts";
import { placesOfPictures } from "../api/site-summary.ts";
import { isRecord } from "../formats/values.ts";
import type { ContentStore } from "../forms/content-store.ts";
import { type Pictures, pictureFileOf } from "./uploads.ts";

/** Saves what is said of a picture, and as one change with it the picture that was uploaded in its place. */
export function createPictureSaver(store: ContentStore, saving: Saver, pictures: Pictures) {
  return async function savePicture(request: SavePictureRequest): Promise<SaveResult> {
    const { id, name, alt, focus, thumbnail, person, phone, was } = request;
    const file = pictureFileOf(store.folder, name) ?? `images/${name}.webp`;
    const images = "images/images.yaml";
    const refuse = (key: string, message: string): SaveResult => ({
      refused: [{ ...store.fieldPlace(images, `${name}/${key}`), kind: "mistake", message, blocking: true }],
    });
    const isSocialCard = name === socialCardName;
    if (!slugPattern.test(name))
      return refuse(
        "alt",
        "The name of its file may have only small letters, digits and hyphens. Rename both, it and its lines.",
      );
    // A description that is missing is asked for first, by the check of the content.
    if (!isSocialCard && alt.trim() && person === null)
      return refuse("consent", "Say whether a person is in it. A client may only be shown with signed consent.");
    // The detail that a list showed is a part of the old picture, so it goes with it.
    const { thumbnail: oldDetail, phone: onPhones, ...kept } = isRecord(was) ? was : {};
    const detail = id ? undefined : (thumbnail ?? oldDetail);
    const value = {
      ...kept,
      alt: alt.trim(),
      focus,
      consent: person || null,
      ...(detail !== undefined && { thumbnail: detail }),
      ...(onPhones !== undefined && !phone && { phone: onPhones }),
    };
    const edits = isSocialCard ? [] : [{ path: name, was, value }];
    if (!id) return saving.save({ file: images, edits });
    const bytes = await pictures.bytesFor(id, file);
    if (!bytes) return refuse("alt", "The picture is no longer here. Drop it again.");
    const use = isSocialCard ? "Previews of links" : placesOfPictures(store).get(name)?.shownOn[0];
    const label = use ?? "New picture";
    const summary = { before: store.bytesOf(file) ? "the old picture" : "", after: "a new picture" };
    const picture = {
      file: { file, after: bytes },
      summary: { path: name, label, ...summary, words: use ? `${use}: new picture` : "A new picture" },
    };
    const result = saving.save({ file: images, edits }, picture);
    if ("saved" in result) pictures.discard(id);
    return result;
  };
}
