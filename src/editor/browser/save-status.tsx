import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import { controlKey, formatTime } from "./format.ts";
import { revertField, saveTyped } from "./save.ts";
import { connectionProblem, getState, useEditorState } from "./state.ts";
import { undoOrRedo } from "./undo.ts";
import { containsPath } from "./unsaved.ts";

/** Shows whether the edits are saved, and offers to save or revert them. */
export function SaveStatus() {
  const {
    disconnected,
    saving,
    errorMessage,
    unsaved,
    focused,
    saved,
    draftSpot,
    site,
    forms,
    shownVersion,
    signedOut,
    desk,
  } = useEditorState((state) => state);
  if (disconnected) {
    const { what, next } = connectionProblem(getState());
    return (
      <StatusLine
        buttons={
          signedOut && (
            <a className="button button--small" href={desk ?? "/desk"} target="_blank" rel="noreferrer">
              Sign in
            </a>
          )
        }
      >
        <Icon shape={icons.warning} />
        {what}. Your words are kept in this window and will be saved. {next}.
      </StatusLine>
    );
  }
  if (saving) {
    return (
      <StatusLine>
        <i className="spin" />
        Saving {saving}…
      </StatusLine>
    );
  }
  const [file, changes] = Object.entries(unsaved)[0] ?? [];
  const [path, typed] = Object.entries(changes?.edits ?? {}).at(-1) ?? [];
  if (file && typed && path !== undefined) {
    return (
      <StatusLine
        buttons={
          <>
            <button className="text-button" type="button" onClick={() => revertField({ file, path })}>
              Discard
            </button>
            <button
              className="button button--small"
              type="button"
              aria-keyshortcuts="Control+S"
              onClick={() => saveTyped(file)}
            >
              Save <span className="key">{controlKey} S</span>
            </button>
          </>
        }
      >
        {errorMessage ? (
          <>
            <Icon shape={icons.warning} />
            {errorMessage}
          </>
        ) : (
          <span className="changed">
            <span>
              <b>{typed.label}</b> not saved yet
            </span>
          </span>
        )}
      </StatusLine>
    );
  }
  if (errorMessage) {
    return (
      <StatusLine>
        <Icon shape={icons.warning} />
        {errorMessage}
      </StatusLine>
    );
  }
  const spot = draftSpot ?? focused;
  const draft =
    spot &&
    forms[spot.file]?.drafts.find((one) => containsPath(one.path, spot.path) || containsPath(spot.path, one.path));
  if (spot && draft) {
    return (
      <StatusLine
        buttons={
          <button className="text-button" type="button" onClick={() => revertField(spot)}>
            Discard
          </button>
        }
      >
        <Icon shape={icons.warning} />
        Kept as a draft. Your site still shows the version before it.
      </StatusLine>
    );
  }
  if (saved) {
    return (
      <StatusLine
        buttons={
          site?.undo && (
            <button className="button button--line button--small" type="button" onClick={() => undoOrRedo("undo")}>
              Undo<span className="sr-only">: {site.undo.label}</span>
            </button>
          )
        }
      >
        <Icon shape={icons.tick} />
        Saved {formatTime(saved.at)}.{shownVersion >= saved.previewVersion && " The page shows it."}
      </StatusLine>
    );
  }
  return (
    <StatusLine>
      <Icon shape={icons.tick} />
      {getState().announcement || "Saved. A field is saved when you leave it."}
    </StatusLine>
  );
}

const StatusLine = ({ children, buttons }: { children: React.ReactNode; buttons?: React.ReactNode }) => (
  <div className="form__foot">
    <p role="status">{children}</p>
    {buttons}
  </div>
);
