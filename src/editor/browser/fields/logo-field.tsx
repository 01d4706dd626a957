import { useState } from "react";
import { apiRoot, sendLogo } from "../api-client.ts";
import { ErrorMessage } from "../parts.tsx";
import { FileChooser } from "../pictures/drop-zone.tsx";
import { setForm } from "../save.ts";
import { setState, useEditorState, useValue } from "../state.ts";
import { FieldFrame, type FieldProps } from "./field-frame.tsx";
import { RemoveButton } from "./remove-button.tsx";

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
          <FileChooser control={control} accept="image/svg+xml,image/png,image/webp" onFiles={([file]) => choose(file)}>
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
