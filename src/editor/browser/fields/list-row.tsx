import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Field } from "../../api/api-types.ts";
import { rowName } from "../../forms/messages.ts";
import { Badge, Button } from "../parts.tsx";
import { enqueue } from "../save.ts";
import { childAddress, type FieldAddress, getState, isInside, setState, useEditorState, useValue } from "../state.ts";
import { AnyField, Fields } from "./any-field.tsx";
import { ConflictChoice } from "./conflict-choice.tsx";
import { RowLabel, useProblems } from "./field-frame.tsx";

interface RowProps {
  address: FieldAddress;
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

/** Kinds whose value is words, which a row shows without being unfolded unless they are paragraphs. */
const textKinds = new Set(["text", "prose", "fact", "phone", "email", "link"]);

export function Row(row: RowProps) {
  const { address, item, name, at, dragged, startDrag, move, remove } = row;
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
    if (isLeft && isInside(address, getState().newEntry)) enqueue(async () => setState({ newEntry: null }));
  };
  const fields = item.fields ?? [];
  const isSmall = fields.length > 0 && fields.length < 4 && fields.every(({ kind }) => smallKinds.has(kind));
  const isShort = ({ kind, marks }: Field) => textKinds.has(kind) && !marks?.includes("paragraphs");
  const isPair = fields.length === 2 && fields.every(isShort);
  const [first, second] = isPair ? fields : [{ ...item, key: "" }];
  return (
    <li className={dragged ? "dragging" : ""} onKeyDown={moveByKey} onBlur={leave}>
      <button
        className="handle"
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
          <div className="row__body small-fields">
            <Fields address={address} fields={fields} />
            <RowButtons {...row} />
          </div>
        ) : item.options?.some((option) => option.fields) || (item.kind === "group" && !isPair) ? (
          <CollapsibleRow row={row} />
        ) : (
          <div className="row__body">
            <div className="row__head">
              {first && <AnyField address={childAddress(address, first.key)} field={first} />}
              <RowButtons {...row} />
            </div>
            {second && <AnyField address={childAddress(address, second.key)} field={second} />}
          </div>
        )}
        {fields.length > 0 && <ConflictChoice address={address} />}
      </RowLabel>
      <span className="sr-only">{at + 1}</span>
    </li>
  );
}

/** An entry with many fields. It opens on a click, or when a field inside it becomes the target. */
function CollapsibleRow({ row }: { row: RowProps }) {
  const { address, item, name, count } = row;
  const value = useValue(address);
  const isTarget = useEditorState(({ target }) => isInside(address, target));
  const hasProblems = useProblems(address).length > 0;
  const [open, setOpen] = useState(count <= 3 && (item.fields?.length ?? 9) <= 4);
  if (isTarget && !open) setOpen(true);
  return (
    <div className="row__body">
      <div className="row__head">
        <button className="row__toggle" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon shape={icons.chevronRight} className="chevron" />
          <span>{rowName(value, item) || name}</span>
          {hasProblems && <Badge icon={icons.warning} spoken="has something to fix" />}
        </button>
        <RowButtons {...row} />
      </div>
      {open && (
        <div className="row__fields">
          <RowLabel value={null}>
            {item.fields ? (
              <Fields address={address} fields={item.fields} />
            ) : (
              <AnyField address={address} field={{ ...item, label: "Kind" }} />
            )}
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
    <div className="row__buttons">
      {button(`Move ${row} up`, icons.chevronUp, () => move(-1), at === 0)}
      {button(`Move ${row} down`, icons.chevronDown, () => move(1), at === count - 1)}
      {button(`Remove ${row}`, icons.close, remove)}
    </div>
  );
}
