import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Site } from "../../api/api-types.ts";
import { openPicture, Thumbnail } from "../fields/picture-field.tsx";
import { pluralize } from "../format.ts";
import { Sheet } from "../sheets/sheet.tsx";
import { useEditorState } from "../state.ts";

/** All pictures of the site, with the places that show them. */
export function PictureList({ site: { pictures } }: { site: Site }) {
  const { begun } = useEditorState();
  return (
    <Sheet title="Pictures" lede="Choose one to replace, crop or describe it.">
      <ul className="picture-list">
        {pictures.map((picture) => {
          const { name, shownOn, alt, isSocialCard } = picture;
          const undescribed = !alt && !isSocialCard && "No description yet";
          const warning = `picture/${name}` in begun ? "Not saved yet" : undescribed;
          return (
            <li key={name}>
              <button type="button" onClick={() => openPicture(name, null)}>
                <Thumbnail picture={picture} />
                <span className="sr-only">Change: </span>
                <b>{shownOn[0] ?? "Not shown anywhere"}</b>
                {shownOn.length > 1 && <span>and {pluralize(shownOn.length - 1, "other place")}</span>}
                {warning && (
                  <span className="warning">
                    <Icon shape={icons.warning} />
                    {warning}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
