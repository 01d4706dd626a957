import type { ReactNode } from "react";
import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import { showsField } from "../formats/values.ts";
import { controlKey, formatTime } from "./format.ts";
import { goToField } from "./navigation.ts";
import { Button } from "./parts.tsx";
import { discardEdit, saveOnRequest } from "./save.ts";
import { connectionProblem, isInside, isRefused, listUnsaved, openEntry, type State, useEditorState } from "./state.ts";

export function SaveStatus() {
  const { icon, text, buttons } = statusOf(useEditorState());
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

/** The edit that is spoken of below the form: that of the focused field, or what could not be saved on this page. */
function editInSight(state: State) {
  const { unsaved, focused, savedAt, newEntry } = state;
  const all = listUnsaved(unsaved);
  const open = openEntry(state);
  const here = all.filter(({ address }) => !open || showsField(open, address));
  return (
    all.find(({ address }) => isInside(address, focused)) ??
    // On another page "Discard" would be about words that are not in sight.
    (savedAt ? undefined : (here.at(-1) ?? all.find((one) => !isRefused(one, newEntry))))
  );
}

function statusOf(state: State): Status {
  const { disconnected, saving, errorMessage, savedAt, site, signedOut, desk, newEntry } = state;
  if (disconnected) {
    const { what, next } = connectionProblem(state);
    return {
      icon: warning,
      text: `${what}. Your words are kept in this browser and will be saved. ${next}.`,
      buttons: signedOut && (
        <a className="button button--small" href={desk ?? "/desk"} target="_blank" rel="noreferrer">
          Sign in
        </a>
      ),
    };
  }
  if (saving) return { icon: <i className="spinner" />, text: unspoken(`Saving ${saving}…`) };
  const edit = editInSight(state);
  if (edit?.conflict) {
    const show = (
      <Button look="line small" onClick={() => goToField(edit.address)}>
        Show
      </Button>
    );
    return { icon: warning, text: `${edit.label} was changed in two places. Choose at its field.`, buttons: show };
  }
  if (edit) {
    const refused = isRefused(edit, newEntry) && "Not saved yet: kept in this browser until it is right.";
    const message = errorMessage ?? refused;
    return {
      icon: message && warning,
      text: message || <span className="changed">{unspoken([<b key="label">{edit.label}</b>, " not saved yet"])}</span>,
      buttons: (
        <>
          {/* A press would take the focus from the field, whose save then takes this button away before the release. */}
          <Button look="text" onMouseDown={(event) => event.preventDefault()} onClick={() => discardEdit(edit.address)}>
            Discard
          </Button>
          {!refused && (
            <Button look="small" aria-keyshortcuts="Control+S" onClick={saveOnRequest}>
              Save <span className="shortcut">{controlKey} S</span>
            </Button>
          )}
        </>
      ),
    };
  }
  if (errorMessage) return { icon: warning, text: errorMessage };
  if (savedAt) {
    const isShown = state.shownVersion === site?.version;
    return {
      icon: tick,
      text: (
        <span key="saved">
          Saved {formatTime(savedAt)}.{isShown && unspoken(" The page shows it.")}
        </span>
      ),
    };
  }
  // An announcement is spoken where every view has one.
  return { icon: tick, text: unspoken(state.announcement || "Saved. A field is saved when you leave it.") };
}
