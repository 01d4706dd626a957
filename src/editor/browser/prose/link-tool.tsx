import type { MarkType } from "prosemirror-model";
import { type Command, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { useState } from "react";
import * as icons from "../../../design/icons.ts";
import { Button, type ButtonProps, Options } from "../parts.tsx";
import { useEditorState } from "../state.ts";

interface LinkToolProps {
  view: EditorView;
  type: MarkType;
  active: boolean;
  run: (command: Command) => void;
}

/** Pages of the site are chosen from a list; only addresses of other sites are typed. */
export function LinkTool({ view, type, active, run }: LinkToolProps) {
  const pages = useEditorState((state) => state.site?.links);
  const [open, setOpen] = useState(false);
  const [externalUrl, setExternalUrl] = useState("");
  const { $from, empty } = view.state.selection;
  const href = type.isInSet($from.marks())?.attrs.href as string | undefined;
  const setLink = (address: string) => {
    setOpen(false);
    run((state, dispatch) => {
      const { from, to } = state.selection;
      dispatch?.(state.tr.removeMark(from, to, type).addMark(from, to, type.create({ href: address })));
      return true;
    });
  };
  const removeLink = () => {
    setOpen(false);
    run((state, dispatch) => {
      const start = state.selection.$from.start();
      const end = state.selection.$from.end();
      const whole = empty ? TextSelection.create(state.doc, start, end) : state.selection;
      dispatch?.(state.tr.removeMark(whole.from, whole.to, type));
      return true;
    });
  };
  return (
    <>
      <ToolButton label="Link" active={active} icon={icons.link} aria-expanded={open} onClick={() => setOpen(!open)} />
      {open && (
        <div className="prose__link">
          {active ? (
            <>
              <span className="small">Leads to {href}</span>
              <Button look="text" onClick={removeLink}>
                Remove the link
              </Button>
            </>
          ) : empty ? (
            <span className="small">First select the words that should become a link.</span>
          ) : (
            <>
              <select
                className="input"
                aria-label="A page of your site"
                value=""
                onChange={(event) => setLink(event.target.value)}
              >
                <option value="">A page of your site…</option>
                <Options choices={pages ?? []} />
              </select>
              <input
                className="input"
                type="url"
                aria-label="Or an address elsewhere"
                placeholder="https://"
                value={externalUrl}
                onChange={(event) => setExternalUrl(event.target.value)}
              />
              <Button
                look="small line"
                isDisabled={!/^https:\/\/\S+\.\S+/.test(externalUrl)}
                onClick={() => setLink(externalUrl)}
              >
                Link there
              </Button>
            </>
          )}
        </div>
      )}
    </>
  );
}

/** A button of a toolbar. The text keeps its selection. */
export const ToolButton = ({ label, active, ...props }: { label: string; active: boolean } & ButtonProps) => (
  <Button
    className="icon-button"
    aria-label={label}
    aria-pressed={active}
    onMouseDown={(event) => event.preventDefault()}
    {...props}
  />
);
