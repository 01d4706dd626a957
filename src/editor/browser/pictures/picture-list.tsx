import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Picture, Site } from "../../api/api-types.ts";
import { thumbnailUrl } from "../fields/picture-field.tsx";
import { pluralize } from "../format.ts";
import { goTo } from "../navigation.ts";
import { Button, Select } from "../parts.tsx";
import { Sheet } from "../sheets/sheet.tsx";
import { getState, setState, useEditorState } from "../state.ts";
import { FileChooser, useDropZone } from "./drop-zone.tsx";

/** All pictures of the site, with the places that show them. New ones can be dropped here, several at once. */
export function PictureList({ site: { pictures } }: { site: Site }) {
  const onFiles = (files: File[]) => addFiles(files, pictures);
  const dropZone = useDropZone(onFiles);
  const begun = useEditorState((state) => state.begun);
  return (
    <Sheet title="Pictures" lede="Choose one to replace, crop or describe it.">
      <NewPictures pictures={pictures} />
      <div className="picture-drop" {...dropZone}>
        <FileChooser multiple onFiles={onFiles}>
          <b>
            <u>Choose new photographs</u>
          </b>
          , one or several<span className="with-mouse">, or drop them here</span>
        </FileChooser>
        <ul className="picture-list">
          {pictures.map((picture) => (
            <li key={picture.name}>
              <button type="button" onClick={() => open(picture.name)}>
                <img src={thumbnailUrl(picture, 320)} alt="" loading="lazy" style={position(picture)} />
                <span className="sr-only">Change: </span>
                <b>{picture.shownOn[0] ?? "Not shown anywhere"}</b>
                {picture.shownOn.length > 1 && <span>and {pluralize(picture.shownOn.length - 1, "other place")}</span>}
                {`picture/${picture.name}` in begun ? (
                  <Warning>Not saved yet</Warning>
                ) : (
                  !picture.alt && !picture.isSocialCard && <Warning>No description yet</Warning>
                )}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}

const Warning = ({ children }: { children: string }) => (
  <span className="warning">
    <Icon shape={icons.warning} />
    {children}
  </span>
);

const position = ({ focus }: Picture) => ({ objectPosition: focus ? `${focus[0]}% ${focus[1]}%` : "50% 50%" });

function open(picture: string) {
  setState({ pictureOpenedFrom: null });
  goTo({ name: "picture", id: picture });
}

/** Dropped files wait here until each has its place. A file named like a picture is meant for it. */
function NewPictures({ pictures }: { pictures: Picture[] }) {
  const files = useEditorState((state) => state.newPictures);
  if (!files.length) return null;
  const places = pictures.map(({ name, shownOn }) => ({ value: name, label: shownOn[0] ?? name }));
  const change = (at: number, place: string) =>
    setState({ newPictures: files.map((one, index) => (index === at ? { ...one, place } : one)) });
  return (
    <section className="new-pictures" aria-labelledby="new-pictures">
      <h2 id="new-pictures">{pluralize(files.length, "new picture")}</h2>
      <ul className="place-list">
        {files.map(({ file, place }, at) => (
          <li key={`${file.name} ${file.lastModified} ${file.size}`}>
            <div className="line">
              <b>{file.name}</b>
              <div>
                <Select
                  aria-label={`Place of ${file.name}`}
                  value={place}
                  choices={places}
                  onChange={(next) => change(at, next)}
                >
                  <option value="">Where is it shown?</option>
                </Select>
              </div>
            </div>
            <Button look="small" about={file.name} isDisabled={!place} onClick={() => open(place)}>
              Describe it and save
            </Button>
            <Button
              look="text"
              about={file.name}
              onClick={() => setState({ newPictures: files.filter((_, index) => index !== at) })}
            >
              Leave out
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function addFiles(files: File[], pictures: Picture[]) {
  const names = pictures.map(({ name }) => name).sort((a, b) => b.length - a.length);
  const added = files.map((file) => ({
    file,
    place: names.find((name) => file.name.toLowerCase().startsWith(name)) ?? "",
  }));
  setState({ newPictures: [...getState().newPictures, ...added] });
}
