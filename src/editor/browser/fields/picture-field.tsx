import type { ReactNode } from "react";
import type { Picture } from "../../api/api-types.ts";
import { apiRoot, sendLogo } from "../api-client.ts";
import { goTo } from "../navigation.ts";
import { Button } from "../parts.tsx";
import { setForm } from "../save.ts";
import { type FieldAddress, getState, setState, useEditorState, useValue } from "../state.ts";
import { type Control, FieldFrame, type FieldProps, RemoveButton } from "./field-frame.tsx";

export const pictureUrl = ({ name, version }: Picture, width: number) =>
  `${apiRoot}picture/${encodeURIComponent(name)}?width=${width}&v=${encodeURIComponent(version)}`;

/** A small picture, cut around its focal point. */
export const Thumbnail = ({ picture, alt = "" }: { picture: Picture; alt?: string }) => {
  const [x, y] = picture.focus ?? [50, 50];
  return <img src={pictureUrl(picture, 320)} alt={alt} loading="lazy" style={{ objectPosition: `${x}% ${y}%` }} />;
};

export function openPicture(name: string, from: FieldAddress | null) {
  setState({ pictureOpenedFrom: from });
  goTo(`picture/${name}`);
}

/** The current picture with its focal point and description. The picture editor changes them. */
export function PictureField({ address, field }: FieldProps) {
  const value = useValue(address);
  const { begun, site } = useEditorState();
  const name = typeof value === "string" ? value : "";
  const target = name || newName(address);
  const picture = site?.pictures.find((one) => one.name === name);
  const none = name ? `There is no picture called ${name}.` : "There is no picture here yet.";
  return (
    <FieldFrame address={address} field={field} isGroup>
      {(control) => (
        <div className="picture-line">
          <div>{picture && <Thumbnail picture={picture} />}</div>
          <div>
            {picture && picture.shownOn.length > 1 && (
              <p>
                <b>Shown on {picture.shownOn.join(", ")}.</b> Changing it here changes it there.
              </p>
            )}
            <p className="note">
              {`picture/${target}` in begun && <b>What you began with it is not saved yet. </b>}
              {picture ? picture.alt || "This picture has no description yet." : none}
            </p>
            <div className="line">
              <Button
                look="line small"
                id={control.id}
                data-control={control["data-control"]}
                aria-describedby={control["aria-describedby"]}
                onClick={() => openPicture(target, address)}
              >
                {picture ? "Change or crop…" : "Choose a picture…"}
                <span className="sr-only"> {field.label}</span>
              </Button>
              <RemoveButton address={address} field={field} />
            </div>
          </div>
        </div>
      )}
    </FieldFrame>
  );
}

/** A name for the first picture of a field, made from its place, that no other picture has. */
function newName({ file, path }: FieldAddress): string {
  const entry = file.replace(/^.*\/|\.\w+$/g, "");
  const place = (path.startsWith(entry) ? path : `${entry}/${path}`).replace(/\b(picture|shows)\b/g, "");
  const base = (place.toLowerCase().match(/[a-z0-9]+/g) ?? []).join("-");
  const taken = new Set(getState().site?.pictures.map(({ name }) => name));
  let name = base;
  for (let count = 2; taken.has(name); count++) name = `${base}-${count}`;
  return name;
}

interface FileChooserProps {
  accept?: string;
  /** Connects it with the label of its field. */
  control?: Control;
  onFile: (file: File | undefined) => void;
  children: ReactNode;
}

const photographs = "image/jpeg,image/png,image/webp,image/avif,image/heic";

export const FileChooser = ({ accept = photographs, control, onFile, children }: FileChooserProps) => (
  <label className="drop-zone">
    <input
      {...control}
      type="file"
      className="sr-only"
      accept={accept}
      onChange={(event) => onFile(event.target.files?.[0])}
    />
    {children}
  </label>
);

/** The studio's own logo, on a light page and on a dark one. A file that is chosen is saved at once. */
export function LogoField({ address, field }: FieldProps) {
  const value = useValue(address);
  const { site } = useEditorState();
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const saved = await sendLogo(file);
    setForm(saved.form);
    setState({ site: saved.site, savedAt: new Date(), errorMessage: null, announcement: "Your logo was saved." });
  };
  return (
    <FieldFrame address={address} field={field} isGroup>
      {(control) => (
        <div className="stack--close">
          {typeof value === "string" && (
            <div className="logo-grounds">
              {["light", "dark"].map((ground) => (
                <img
                  key={ground}
                  data-ground={ground}
                  src={`${apiRoot}logo?on=${ground}&v=${site?.version}`}
                  alt={`Your logo on a ${ground} page`}
                />
              ))}
            </div>
          )}
          <FileChooser control={control} accept="image/svg+xml,image/png,image/webp" onFile={choose}>
            <b>
              <u>Choose your logo</u>
            </b>
          </FileChooser>
          <div>
            <RemoveButton address={address} field={field} />
          </div>
        </div>
      )}
    </FieldFrame>
  );
}
