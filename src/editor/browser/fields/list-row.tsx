import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Field } from "../../api/api-types.ts";
import { Button, Sign } from "../parts.tsx";
import { textKinds } from "../preview/match-text.ts";
import { enqueue } from "../save.ts";
import { getState, isInside, type Spot, setState, useEditorState, useValue } from "../state.ts";
import { AnyField, childSpot, Fields } from "./any-field.tsx";
import { RowLabel, useProblems } from "./field-frame.tsx";
import { rowName } from "./row-name.ts";

interface RowProps {
  spot: Spot;
  item: Field;
  /** "Step 1" */
  name: string;
  itemName: string;
  at: number;
  count: number;
  dragged: boolean;
  startDrag: (event: PointerEvent) => void;
  move: (step: 1 | -1) => void;
  remove: () => void;
}

/** Controls small enough to share one line, such as days and opening times. */
const smallKinds = new Set(["choice", "time", "date", "number", "yes-no"]);

export function Row(row: RowProps) {
  const { spot, item, name, at, dragged, startDrag, move, remove } = row;
  const moveByKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!event.altKey || !step) return;
    event.preventDefault();
    event.stopPropagation();
    move(step);
  };
  // Another window or program may come in front meanwhile, where she looks up the words.
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isLeft = document.hasFocus() && !currentTarget.contains(relatedTarget);
    if (isLeft && isInside(spot, getState().newEntry)) enqueue(async () => setState({ newEntry: null }));
  };
  const fields = item.fields ?? [];
  const isSmall = fields.length > 0 && fields.length < 4 && fields.every(({ kind }) => smallKinds.has(kind));
  const isPair = fields.length === 2 && fields.every(({ kind }) => textKinds.has(kind));
  const [first, second] = isPair ? fields : [{ ...item, key: "" }];
  return (
    <li className={dragged ? "dragging" : ""} onKeyDown={moveByKey} onBlur={leave}>
      <button
        className="grip"
        type="button"
        aria-label={`Drag ${name.toLowerCase()}, or use Alt and the arrow keys`}
        onPointerDown={startDrag}
        onKeyDown={(event) => {
          if (event.key === "Delete") remove();
        }}
      >
        <Icon shape={icons.grip} />
      </button>
      <RowLabel value={name}>
        {isSmall ? (
          <div className="wide small-fields">
            <Fields spot={spot} fields={fields} />
            <RowButtons {...row} />
          </div>
        ) : item.kind === "group" && !isPair ? (
          <CollapsibleRow row={row} />
        ) : (
          <div className="wide">
            <div className="name">
              {first && <AnyField spot={childSpot(spot, first.key)} field={first} />}
              <RowButtons {...row} />
            </div>
            {second && <AnyField spot={childSpot(spot, second.key)} field={second} />}
          </div>
        )}
      </RowLabel>
      <span className="sr-only">{at + 1}</span>
    </li>
  );
}

/** An entry with many fields. It opens on a click, or when a field inside it becomes the target. */
function CollapsibleRow({ row }: { row: RowProps }) {
  const { spot, item, name, count } = row;
  const value = useValue(spot);
  const isTarget = useEditorState(({ target }) => isInside(spot, target));
  const hasProblems = useProblems(spot).length > 0;
  const [open, setOpen] = useState(count <= 3 && (item.fields?.length ?? 0) <= 4);
  if (isTarget && !open) setOpen(true);
  return (
    <div className="wide">
      <div className="name">
        <button className="fold" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon shape={icons.chevronRight} className="turn" />
          <span>{rowName(value, item) || name}</span>
          {hasProblems && <Sign icon={icons.warning} spoken="has something to fix" />}
        </button>
        <RowButtons {...row} />
      </div>
      {open && (
        <div className="folded">
          <RowLabel value={null}>
            <Fields spot={spot} fields={item.fields} />
          </RowLabel>
        </div>
      )}
    </div>
  );
}

function RowButtons({ name, at, count, move, remove }: RowProps) {
  const row = name.toLowerCase();
  const button = (label: string, icon: icons.IconShape, onClick: () => void, isDisabled = false) => (
    <Button className="icon-button" icon={icon} aria-label={label} isDisabled={isDisabled} onClick={onClick} />
  );
  return (
    <div className="acts">
      {button(`Move ${row} up`, icons.chevronUp, () => move(-1), at === 0)}
      {button(`Move ${row} down`, icons.chevronDown, () => move(1), at === count - 1)}
      {button(`Remove ${row}`, icons.close, remove)}
    </div>
  );
}
