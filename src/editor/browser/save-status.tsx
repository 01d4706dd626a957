import type { ReactNode } from "react";
import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import { pathsOverlap } from "../formats/values.ts";
import { controlKey, formatTime } from "./format.ts";
import { revertField, saveTyped } from "./save.ts";
import { connectionProblem, type Spot, type State, useEditorState } from "./state.ts";
import { undoOrRedo } from "./undo.ts";

/** Shows whether the edits are saved, and offers to save or revert them. */
export function SaveStatus() {
  const { text, buttons } = statusOf(useEditorState((state) => state));
  return (
    <div className="form__foot">
      <p role="status">{text}</p>
      {buttons}
    </div>
  );
}

interface Status {
  text: ReactNode;
  buttons?: ReactNode;
}

const withIcon = (shape: icons.IconShape, text: string) => (
  <>
    <Icon shape={shape} />
    {text}
  </>
);

const discardButton = (spot: Spot) => (
  <button className="text-button" type="button" onClick={() => revertField(spot)}>
    Discard
  </button>
);

function statusOf(state: State): Status {
  const { disconnected, saving, errorMessage, unsaved, focused, saved, draftSpot, site, forms, signedOut, desk } =
    state;
  if (disconnected) {
    const { what, next } = connectionProblem(state);
    return {
      text: withIcon(icons.warning, `${what}. Your words are kept in this window and will be saved. ${next}.`),
      buttons: signedOut && (
        <a className="button button--small" href={desk ?? "/desk"} target="_blank" rel="noreferrer">
          Sign in
        </a>
      ),
    };
  }
  if (saving) {
    return {
      text: (
        <>
          <i className="spin" />
          Saving {saving}…
        </>
      ),
    };
  }
  const [file, changes] = Object.entries(unsaved)[0] ?? [];
  const [path, typed] = Object.entries(changes?.edits ?? {}).at(-1) ?? [];
  if (file && typed && path !== undefined) {
    return {
      text: errorMessage ? (
        withIcon(icons.warning, errorMessage)
      ) : (
        <span className="changed">
          <span>
            <b>{typed.label}</b> not saved yet
          </span>
        </span>
      ),
      buttons: (
        <>
          {discardButton({ file, path })}
          <button
            className="button button--small"
            type="button"
            aria-keyshortcuts="Control+S"
            onClick={() => saveTyped(file)}
          >
            Save <span className="key">{controlKey} S</span>
          </button>
        </>
      ),
    };
  }
  if (errorMessage) return { text: withIcon(icons.warning, errorMessage) };
  // On another page "Discard" would be about words that are not in sight.
  const { view } = state;
  const isHere = ({ file }: Spot) =>
    view.name !== "words" || site?.entries.some(({ id, files }) => id === view.entry && files.includes(file));
  const spot = draftSpot && isHere(draftSpot) ? draftSpot : focused;
  const draft = spot && forms[spot.file]?.drafts.find((one) => pathsOverlap(one.path, spot.path));
  if (spot && draft) {
    const text = withIcon(icons.warning, "Kept as a draft. Your site still shows the version before it.");
    return { text, buttons: discardButton(spot) };
  }
  if (saved) {
    const shown = state.shownVersion >= saved.previewVersion ? " The page shows it." : "";
    return {
      text: withIcon(icons.tick, `Saved ${formatTime(saved.at)}.${shown}`),
      buttons: site?.undo && (
        <button className="button button--line button--small" type="button" onClick={() => undoOrRedo("undo")}>
          Undo<span className="sr-only">: {site.undo.label}</span>
        </button>
      ),
    };
  }
  return { text: withIcon(icons.tick, state.announcement || "Saved. A field is saved when you leave it.") };
}
