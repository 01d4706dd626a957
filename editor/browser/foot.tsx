import { Icon } from "./icon.tsx";
import { leave, putBack, within } from "./saving.ts";
import { now, useEditor } from "./state.ts";
import { takeBackLast } from "./undoing.ts";
import { clock, controlKey } from "./words.ts";

/** The state of the open field, in words, and what can be done about it. */
export function Foot() {
  const { away, saving, refused, unsaved, lit, saved, kept, site, forms } = useEditor((state) => state);
  if (away) {
    return (
      <Line>
        <Icon name="mend" />
        The editor was closed. Your words are kept in this window; start it again and they are saved.
      </Line>
    );
  }
  if (saving) {
    return (
      <Line>
        <i className="spin" />
        Saving {saving}…
      </Line>
    );
  }
  const [file, open] = Object.entries(unsaved)[0] ?? [];
  const [path, typed] = Object.entries(open?.edits ?? {}).at(-1) ?? [];
  if (file && typed && path !== undefined) {
    return (
      <Line
        buttons={
          <>
            <button className="text-button" type="button" onClick={() => putBack({ file, path })}>
              Put back
            </button>
            <button
              className="button button--small"
              type="button"
              aria-keyshortcuts="Control+S"
              onClick={() => leave(file)}
            >
              Save <span className="key">{controlKey} S</span>
            </button>
          </>
        }
      >
        <span className="changed">
          <span>
            <b>{typed.label}</b> not saved yet
          </span>
        </span>
      </Line>
    );
  }
  if (refused) {
    return (
      <Line>
        <Icon name="mend" />
        {refused}
      </Line>
    );
  }
  const spot = kept ?? lit;
  const draft =
    spot && forms[spot.file]?.drafts.find((one) => within(one.path, spot.path) || within(spot.path, one.path));
  if (spot && draft) {
    return (
      <Line
        buttons={
          <button className="text-button" type="button" onClick={() => putBack(spot)}>
            Put back
          </button>
        }
      >
        <Icon name="mend" />
        Kept as a draft. The site still has your last good words.
      </Line>
    );
  }
  if (saved) {
    return (
      <Line
        buttons={
          site?.undo && (
            <button className="button button--line button--small" type="button" onClick={() => takeBackLast("undo")}>
              Put back<span className="vh">: {site.undo.label}</span>
            </button>
          )
        }
      >
        <Icon name="tick" />
        Saved {clock(saved.at)}. The page shows it.
      </Line>
    );
  }
  return (
    <Line>
      <Icon name="tick" />
      {now().spoken || "Saved. A field is saved when you leave it."}
    </Line>
  );
}

const Line = ({ children, buttons }: { children: React.ReactNode; buttons?: React.ReactNode }) => (
  <div className="form__foot">
    <p role="status">{children}</p>
    {buttons}
  </div>
);
