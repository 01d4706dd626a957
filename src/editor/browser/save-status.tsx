import type { ReactNode } from "react";
import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import { pathsOverlap } from "../formats/values.ts";
import { controlKey, formatTime } from "./format.ts";
import { Button } from "./parts.tsx";
import { revertField, saveTyped, undoOrRedo } from "./save.ts";
import { connectionProblem, openEntry, type Spot, type State, useEditorState } from "./state.ts";

export function SaveStatus() {
  const { icon, text, buttons } = statusOf(useEditorState((state) => state));
  return (
    <div className="form__foot">
      <p role="status">
        {icon}
        {text}
      </p>
      {buttons}
    </div>
  );
}

interface Status {
  icon?: ReactNode;
  text: ReactNode;
  buttons?: ReactNode;
}

const warning = <Icon shape={icons.warning} />;
const tick = <Icon shape={icons.tick} />;

/** It can be read here, but a screen reader does not interrupt for it. */
const unspoken = (text: ReactNode) => <span aria-live="off">{text}</span>;

const discardButton = (spot: Spot) => (
  <Button look="text" onClick={() => revertField(spot)}>
    Discard
  </Button>
);

function statusOf(state: State): Status {
  const { disconnected, saving, errorMessage, unsaved, focused, savedAt, draftSpot, site, forms, signedOut, desk } =
    state;
  if (disconnected) {
    const { what, next } = connectionProblem(state);
    return {
      icon: warning,
      text: `${what}. Your words are kept in this window and will be saved. ${next}.`,
      buttons: signedOut && (
        <a className="button button--small" href={desk ?? "/desk"} target="_blank" rel="noreferrer">
          Sign in
        </a>
      ),
    };
  }
  if (saving) return { icon: <i className="spin" />, text: unspoken(`Saving ${saving}…`) };
  const [file, changes] = Object.entries(unsaved)[0] ?? [];
  const [path, typed] = Object.entries(changes?.edits ?? {}).at(-1) ?? [];
  if (file && typed && path !== undefined) {
    return {
      icon: errorMessage && warning,
      text: errorMessage ?? (
        <span className="changed">{unspoken([<b key="label">{typed.label}</b>, " not saved yet"])}</span>
      ),
      buttons: (
        <>
          {discardButton({ file, path })}
          <Button look="small" aria-keyshortcuts="Control+S" onClick={() => saveTyped(file)}>
            Save <span className="key">{controlKey} S</span>
          </Button>
        </>
      ),
    };
  }
  if (errorMessage) return { icon: warning, text: errorMessage };
  // On another page "Discard" would be about words that are not in sight.
  const isHere = draftSpot && openEntry(state)?.files.includes(draftSpot.file) !== false;
  const spot = isHere ? draftSpot : focused;
  const draft = spot && forms[spot.file]?.drafts.find((one) => pathsOverlap(one.path, spot.path));
  if (spot && draft) {
    const text = "Kept as a draft. Your site still shows the version before it.";
    return { icon: warning, text, buttons: discardButton(spot) };
  }
  if (savedAt) {
    const isShown = state.shownVersion === site?.version;
    return {
      icon: tick,
      text: (
        <span key="saved">
          Saved {formatTime(savedAt)}.{isShown && unspoken(" The page shows it.")}
        </span>
      ),
      buttons: site?.undo && (
        <Button look="line small" about={site.undo.label} onClick={() => undoOrRedo("undo")}>
          Undo
        </Button>
      ),
    };
  }
  // An announcement is spoken where every view has one.
  return { icon: tick, text: unspoken(state.announcement || "Saved. A field is saved when you leave it.") };
}
