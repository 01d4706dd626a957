import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Picture, Site } from "../../api/api-types.ts";
import { thumbnailUrl } from "../fields/picture-field.tsx";
import { pluralize } from "../format.ts";
import { goTo } from "../navigation.ts";
import { Sheet } from "../sheets/sheet.tsx";
import { setState, useEditorState } from "../state.ts";

/** All pictures of the site, with the places that show them. */
export function PictureList({ site: { pictures } }: { site: Site }) {
  const begun = useEditorState((state) => state.begun);
  return (
    <Sheet title="Pictures" lede="Choose one to replace, crop or describe it.">
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
