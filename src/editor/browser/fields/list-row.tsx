import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Field } from "../../api/api-types.ts";
import { containsPath } from "../../formats/values.ts";
import { type Spot, useEditorState, useValue } from "../state.ts";
import { AnyField, childSpot } from "./any-field.tsx";
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

const textKinds = new Set(["text", "prose", "fact", "phone", "email", "link"]);
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
  const fields = item.fields ?? [];
  const isPair = fields.length === 2 && fields.every(({ kind }) => textKinds.has(kind));
  return (
    <li className={dragged ? "dragging" : ""} onKeyDown={moveByKey}>
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
      {fields.length > 0 && fields.length < 4 && fields.every(({ kind }) => smallKinds.has(kind)) ? (
        <div className="wide small-fields">
          <RowLabel value={name}>
            {fields.map((inner) => (
              <AnyField key={inner.key} spot={childSpot(spot, inner.key)} field={inner} />
            ))}
          </RowLabel>
          <RowButtons {...row} />
        </div>
      ) : item.kind === "group" && !isPair ? (
        <CollapsibleRow row={row} />
      ) : (
        <div className="wide">
          <div className="name">
            <RowLabel value={name}>
              <AnyField
                spot={isPair ? childSpot(spot, fields[0]?.key ?? "") : spot}
                field={isPair && fields[0] ? fields[0] : { ...item, key: "" }}
              />
            </RowLabel>
            <RowButtons {...row} />
          </div>
          {isPair && fields[1] && (
            <RowLabel value={name}>
              <AnyField spot={childSpot(spot, fields[1].key)} field={fields[1]} />
            </RowLabel>
          )}
        </div>
      )}
      <span className="sr-only">{at + 1}</span>
    </li>
  );
}

/** An entry with many fields. It opens on a click, or when a field inside it becomes the target. */
function CollapsibleRow({ row }: { row: RowProps }) {
  const { spot, item, name, count } = row;
  const value = useValue(spot);
  const isTarget = useEditorState(({ target }) => target?.file === spot.file && containsPath(spot.path, target.path));
  const hasProblems = useProblems(spot).length > 0;
  const [open, setOpen] = useState(count <= 3 && (item.fields?.length ?? 0) <= 4);
  if (isTarget && !open) setOpen(true);
  return (
    <div className="wide">
      <div className="name">
        <button className="fold" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon shape={icons.chevronRight} className="turn" />
          <span>{rowName(value, item) || name}</span>
          {hasProblems && (
            <span className="n">
              <Icon shape={icons.warning} />
              <span className="sr-only">has something to fix</span>
            </span>
          )}
        </button>
        <RowButtons {...row} />
      </div>
      {open && (
        <div className="folded">
          <RowLabel value={null}>
            {item.fields?.map((inner) => (
              <AnyField key={inner.key || inner.label} spot={childSpot(spot, inner.key)} field={inner} />
            ))}
          </RowLabel>
        </div>
      )}
    </div>
  );
}

const RowButtons = ({ name, at, count, move, remove }: RowProps) => (
  <div className="acts">
    <button
      className="icon-button"
      type="button"
      aria-label={`Move ${name.toLowerCase()} up`}
      aria-disabled={at === 0 || undefined}
      onClick={() => move(-1)}
    >
      <Icon shape={icons.chevronUp} />
    </button>
    <button
      className="icon-button"
      type="button"
      aria-label={`Move ${name.toLowerCase()} down`}
      aria-disabled={at === count - 1 || undefined}
      onClick={() => move(1)}
    >
      <Icon shape={icons.chevronDown} />
    </button>
    <button className="icon-button" type="button" aria-label={`Remove ${name.toLowerCase()}`} onClick={remove}>
      <Icon shape={icons.close} />
    </button>
  </div>
);
