import {
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Field } from "../../api/api-types.ts";
import { capitalize } from "../../formats/values.ts";
import { rowName } from "../../forms/messages.ts";
import { lowerFirst } from "../format.ts";
import { Badge, Button, followPointer } from "../parts.tsx";
import { enqueue, saveValue } from "../save.ts";
import { childAddress, type FieldAddress, isInside, setState, useEditorState, useValue } from "../state.ts";
import { AnyField, Fields } from "./any-field.tsx";
import {
  addressKey,
  ConflictChoice,
  type FieldProps,
  HeadingPath,
  ProblemMessages,
  RemoveButton,
  RowLabel,
  useProblems,
} from "./field-frame.tsx";

/** A list whose rows can be dragged, moved and removed. Each move is announced, and focus stays on the moved row. */
export function ListField({ address, field }: FieldProps) {
  const value = useValue(address);
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const rowLabel = useContext(RowLabel);
  const hasHeading = useContext(HeadingPath) === address.path;
  const problems = useProblems(address, true);
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const itemName = lowerFirst(field.itemName ?? "line");
  const { item, max, min = 0 } = field;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a drag ends when the list has the new order
  useEffect(() => setDrag(null), [value]);

  const move = async (from: number, to: number) => {
    if (to < 0 || to >= items.length || from === to) return;
    const name = rowName(items[from], item) || `${itemName} ${from + 1}`;
    const control = focusedControl(list.current?.children[from]);
    await saveValue(address, `${field.label}: ${name} moved`, items.toSpliced(from, 1).toSpliced(to, 0, items[from]));
    focusControl(list.current?.children[to], control);
    setState({ announcement: `${name}, now ${itemName} ${to + 1} of ${items.length}` });
  };
  const remove = async (at: number) => {
    if (items.length <= min)
      return showRefusal(
        `${min} is the least this place can show.${field.optional ? ` “${removeAll}” below takes away the whole list.` : ""}`,
      );
    const name = rowName(items[at], item) || `${itemName} ${at + 1}`;
    const control = focusedControl(list.current?.children[at]);
    await saveValue(address, `${field.label}: ${name} removed`, items.toSpliced(at, 1));
    focusControl(list.current?.children[at] ?? list.current?.children[at - 1], control);
    setState({ announcement: `${name} was removed. Undo brings it back.` });
  };
  const add = async () => {
    if (isFull) return showRefusal(`${max} is the most the page can show.`);
    const at = items.length;
    const newAddress = childAddress(address, at);
    setState({ newEntry: { ...newAddress, left: [] } });
    await saveValue(address, `${field.label}: ${itemName} added`, [...items, field.newValue ?? ""]);
    setState({ target: newAddress, announcement: `A new ${itemName}, ${at + 1} of ${at + 1}` });
  };
  const removeAll = items.length > 1 ? "Remove all" : "Remove";
  const isFull = max !== undefined && items.length >= max;
  /** The list shows the new order while a row is dragged, which is saved when it is let go. */
  const startDrag = (event: ReactPointerEvent, from: number) => {
    if (event.button !== 0) return;
    let to = from;
    const onMove = ({ clientY }: PointerEvent) => {
      const others = [...(list.current?.children ?? [])].filter((_, index) => index !== to);
      const above = others.filter((row) => {
        const { top, height } = row.getBoundingClientRect();
        return clientY > top + height / 2;
      }).length;
      if (above === to) return;
      to = above;
      // It has to be rendered before the next pointer event measures the rows.
      flushSync(() => setDrag({ from, to }));
    };
    followPointer(onMove, ({ type }) => {
      if (type === "pointercancel" || to === from) setDrag(null);
      else move(from, to);
    });
    setDrag({ from, to });
  };
  const order = items.map((_, at) => at);
  const displayOrder = drag ? order.toSpliced(drag.from, 1).toSpliced(drag.to, 0, drag.from) : order;
  if (!item) return null;

  return (
    <div className={rowLabel ? "field field--row" : "field field--list"} data-path={addressKey(address)}>
      {!hasHeading && !rowLabel && (
        <div className="field__top">
          <span className="label">{field.label}</span>
          {field.optional && <span className="small soft">(optional)</span>}
        </div>
      )}
      {!hasHeading && field.note && <p className="note">{field.note}</p>}
      <ol className="rows" ref={list} aria-label={field.label}>
        {displayOrder.map((at, index) => (
          <Row
            key={at}
            address={childAddress(address, at)}
            item={item}
            name={`${capitalize(itemName)} ${index + 1}`}
            at={index}
            count={items.length}
            dragged={drag?.from === at}
            startDrag={(event) => startDrag(event, at)}
            move={(step) => move(at, at + step)}
            remove={() => remove(at)}
          />
        ))}
      </ol>
      <div className="line">
        <Button look="line small" icon={icons.add} aria-disabled={isFull || undefined} onClick={add}>
          Add {/^[aeiou]/.test(itemName) ? "an" : "a"} {itemName}
        </Button>
        {items.length > 0 && items.length <= min && (
          <RemoveButton address={address} field={field}>
            {removeAll}
          </RemoveButton>
        )}
        {isFull && <span className="small soft">{max} is the most the page can show.</span>}
      </div>
      <ProblemMessages id={`${addressKey(address)}-bad`} problems={problems} alert />
    </div>
  );
}

/** Says why nothing changed, after the saves that are on their way, which end with a message of their own. */
const showRefusal = (message: string) => enqueue(async () => setState({ errorMessage: message }));

const focusable = "button, input, select, textarea, [contenteditable=true]";

function focusedControl(row: Element | undefined): number {
  return row ? [...row.querySelectorAll(focusable)].indexOf(document.activeElement as Element) : -1;
}

/** Focuses the control with the same index in another row. */
function focusControl(row: Element | undefined, index: number) {
  const found = row?.querySelectorAll<HTMLElement>(focusable);
  (found?.[Math.max(0, index)] ?? found?.[0])?.focus();
}

interface RowProps {
  address: FieldAddress;
  item: Field;
  /** "Step 1" */
  name: string;
  at: number;
  count: number;
  dragged: boolean;
  startDrag: (event: ReactPointerEvent) => void;
  move: (step: 1 | -1) => void;
  remove: () => void;
}

/** Controls small enough to share one line, such as days and opening times. */
const smallKinds = new Set(["choice", "time", "date", "number", "yes-no"]);

/** Kinds whose value is words, which a row shows without being unfolded unless they are paragraphs. */
const textKinds = new Set(["text", "prose", "fact", "phone", "email", "link"]);

function Row(row: RowProps) {
  const { address, item, name, at, dragged, startDrag, move, remove } = row;
  const moveByKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!event.altKey || !step) return;
    event.preventDefault();
    event.stopPropagation();
    move(step);
  };
  const fields = item.fields ?? [];
  const isSmall = fields.length > 0 && fields.length < 4 && fields.every(({ kind }) => smallKinds.has(kind));
  const isShort = ({ kind, marks }: Field) => textKinds.has(kind) && !marks?.includes("paragraphs");
  const isPair = fields.length === 2 && fields.every(isShort);
  const [first, second] = isPair ? fields : [{ ...item, key: "" }];
  return (
    <li className={dragged ? "dragging" : ""} onKeyDown={moveByKey}>
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
