import { type ReactNode, useState } from "react";
import type { Picture } from "../../api/api-types.ts";
import { apiRoot, sendLogo } from "../api-client.ts";
import { goTo } from "../navigation.ts";
import { Button, ErrorMessage } from "../parts.tsx";
import { setForm } from "../save.ts";
import { type FieldAddress, getState, setState, useEditorState, useValue } from "../state.ts";
import { type Control, FieldFrame, type FieldProps, RemoveButton } from "./field-frame.tsx";

export const thumbnailUrl = ({ name, version }: Picture, width = 640) =>
  `${apiRoot}picture/${encodeURIComponent(name)}?width=${width}&v=${encodeURIComponent(version)}`;

/** The current picture with its focal point and description. The picture editor changes them. */
export function PictureField({ address, field }: FieldProps) {
  const value = useValue(address);
  const name = typeof value === "string" ? value : "";
  const target = name || newName(address);
  const isBegun = useEditorState(({ begun }) => `picture/${target}` in begun);
  const picture = useEditorState(({ site }) => site?.pictures.find((one) => one.name === name));
  const [x, y] = picture?.focus ?? [50, 50];
  const shared = picture && picture.shownOn.length > 1;
  return (
    <FieldFrame address={address} field={field} isGroup>
      {(control) => (
        <div className="picture-line">
          <div>
            {picture && <img src={thumbnailUrl(picture, 320)} alt="" style={{ objectPosition: `${x}% ${y}%` }} />}
          </div>
          <div>
            {shared && (
              <p>
                <b>Shown on {picture.shownOn.join(", ")}.</b> Changing it here changes it there.
              </p>
            )}
            <p className="note">
              {isBegun && <b>What you began with it is not saved yet. </b>}
              {picture
                ? picture.alt || "This picture has no description yet."
                : name
                  ? `There is no picture called ${name}.`
                  : "There is no picture here yet."}
            </p>
            <div className="line">
              <Button
                look="line small"
                id={control.id}
                data-control={control["data-control"]}
                aria-describedby={control["aria-describedby"]}
                onClick={() => {
                  setState({ pictureOpenedFrom: address });
                  goTo({ name: "picture", id: target });
                }}
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
  const base =
    place
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join("-") ?? "";
  const taken = new Set(getState().site?.pictures.map(({ name }) => name));
  let name = base;
  for (let count = 2; taken.has(name); count++) name = `${base}-${count}`;
  return name;
}

interface FileChooserProps {
  accept?: string;
  /** Connects it with the label of its field. */
  control?: Pick<Control, "id" | "aria-labelledby" | "aria-describedby" | "data-control">;
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
  const version = useEditorState(({ site }) => site?.version);
  const [message, setMessage] = useState("");
  const choose = (file: File | undefined) =>
    file &&
    sendLogo(file)
      .then(({ form, site }) => {
        setForm(form);
        setState({ site, savedAt: new Date(), announcement: "Your logo was saved." });
        setMessage("");
      })
      .catch((error: Error) => setMessage(error.message));
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
                  src={`${apiRoot}logo?on=${ground}&v=${version}`}
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
          {message && <ErrorMessage message={message} role="alert" />}
          <div>
            <RemoveButton address={address} field={field} />
          </div>
        </div>
      )}
    </FieldFrame>
  );
}
