import type { MarkType } from "prosemirror-model";
import type { Command } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { useState } from "react";
import * as icons from "../../../design/icons.ts";
import { Button, type ButtonProps, Select } from "../parts.tsx";
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
  /** Links the selected words to an address, or removes their link; without a selection, those of the paragraph. */
  const setLink = (address?: string) => {
    setOpen(false);
    run(({ selection, tr }, dispatch) => {
      const [from, to] = empty ? [$from.start(), $from.end()] : [selection.from, selection.to];
      const cleared = tr.removeMark(from, to, type);
      dispatch?.(address ? cleared.addMark(from, to, type.create({ href: address })) : cleared);
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
              <Button look="text" onClick={() => setLink()}>
                Remove the link
              </Button>
            </>
          ) : empty ? (
            <span className="small">First select the words that should become a link.</span>
          ) : (
            <>
              <Select aria-label="A page of your site" value="" choices={pages ?? []} onChange={setLink}>
                <option value="">A page of your site…</option>
              </Select>
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
