import {
  type KeyboardEvent,
  type ReactNode,
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
import { Button, followPointer, ToFix } from "../parts.tsx";
import { enqueue, saveValue } from "../save.ts";
import { childAddress, isInside, setState, useEditorState, useValue } from "../state.ts";
import { AnyField, Fields } from "./any-field.tsx";
import {
  addressKey,
  ConflictChoice,
  type FieldProps,
  PartProblems,
  RemoveButton,
  RowLabel,
  useProblems,
} from "./field-frame.tsx";

/** A list whose rows can be dragged, moved and removed. Each move is announced, and focus stays on the moved row. */
export function ListField({ address, field, hasHeading }: FieldProps) {
  const value = useValue(address);
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const rowLabel = useContext(RowLabel);
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const { item, max, min = 0, itemName = "line" } = field;
  const isFull = max !== undefined && items.length >= max;
  const removeAll = items.length > 1 ? "Remove all" : "Remove";

  // biome-ignore lint/correctness/useExhaustiveDependencies: a drag ends when the list has the new order
  useEffect(() => setDrag(null), [value]);

  /** Saves the list after something was done with a row. The same control of the row that is now at `to` has the focus. */
  const saveRows = async (from: number, done: "moved" | "removed", rows: unknown[], to: number) => {
    const name = rowName(items[from], item) || `${itemName} ${from + 1}`;
    const control = focusedControl(list.current?.children[from]);
    await saveValue(address, `${field.label}: ${name} ${done}`, rows);
    focusControl(list.current?.children[to] ?? list.current?.children[to - 1], control);
    const place = `${name}, now ${itemName} ${to + 1} of ${rows.length}`;
    setState({ announcement: done === "moved" ? place : `${name} was removed. Undo brings it back.` });
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length || from === to) return;
    saveRows(from, "moved", items.toSpliced(from, 1).toSpliced(to, 0, items[from]), to);
  };
  const remove = (at: number) => {
    if (items.length > min) return saveRows(at, "removed", items.toSpliced(at, 1), at);
    const wayOut = field.optional ? ` “${removeAll}” below takes away the whole list.` : "";
    showRefusal(`${min} is the least this place can show.${wayOut}`);
  };
  const add = async () => {
    if (isFull) return showRefusal(`${max} is the most the page can show.`);
    const count = items.length + 1;
    const target = childAddress(address, items.length);
    setState({ newEntry: { ...target, left: [] } });
    await saveValue(address, `${field.label}: ${itemName} added`, [...items, field.newValue ?? ""]);
    setState({ target, announcement: `A new ${itemName}, ${count} of ${count}` });
  };
  const moveByKey = (event: KeyboardEvent, at: number) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!event.altKey || !step) return;
    event.preventDefault();
    event.stopPropagation();
    move(at, at + step);
  };
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

  const rows = displayOrder.map((at, index) => {
    const name = `${itemName} ${index + 1}`;
    const button = (label: string, icon: icons.IconShape, onClick: () => void, isDisabled = false) => (
      <Button className="icon-button" icon={icon} aria-label={label} isDisabled={isDisabled} onClick={onClick} />
    );
    return (
      <li key={at} className={drag?.from === at ? "dragging" : ""} onKeyDown={(event) => moveByKey(event, at)}>
        <button
          className="handle"
          type="button"
          aria-label={`Drag ${name}, or use Alt and the arrow keys`}
          onPointerDown={(event) => startDrag(event, at)}
          onKeyDown={(event) => {
            if (event.key === "Delete") remove(at);
          }}
        >
          <Icon shape={icons.grip} />
        </button>
        <RowLabel value={capitalize(name)}>
          <RowBody address={childAddress(address, at)} field={item} name={capitalize(name)} isFew={items.length <= 3}>
            <div className="row__buttons">
              {button(`Move ${name} up`, icons.chevronUp, () => move(at, at - 1), index === 0)}
              {button(`Move ${name} down`, icons.chevronDown, () => move(at, at + 1), index === items.length - 1)}
              {button(`Remove ${name}`, icons.close, () => remove(at))}
            </div>
          </RowBody>
          {item.fields && <ConflictChoice address={childAddress(address, at)} />}
        </RowLabel>
        <span className="sr-only">{index + 1}</span>
      </li>
    );
  });
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
        {rows}
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
      <PartProblems address={address} />
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

interface RowBodyProps extends FieldProps {
  /** "Step 1" */
  name: string;
  isFew: boolean;
  /** The buttons of the row. */
  children: ReactNode;
}

/** Controls small enough to share one line, such as days and opening times. */
const smallKinds = new Set(["choice", "time", "date", "number", "yes-no"]);

/** Kinds whose value is words, which a row shows without being unfolded unless they are paragraphs. */
const textKinds = new Set(["text", "prose", "fact", "phone", "email", "link"]);
const isShort = ({ kind, marks }: Field) => textKinds.has(kind) && !marks?.includes("paragraphs");

function RowBody(props: RowBodyProps) {
  const { address, field, children } = props;
  const { fields = [], options } = field;
  if (fields.length > 0 && fields.length < 4 && fields.every(({ kind }) => smallKinds.has(kind)))
    return (
      <div className="row__body small-fields">
        <Fields address={address} fields={fields} />
        {children}
      </div>
    );
  const isPair = fields.length === 2 && fields.every(isShort);
  if (options?.some((option) => option.fields) || (field.kind === "group" && !isPair))
    return <CollapsibleRow {...props} />;
  const [first, ...second] = isPair ? fields : [{ ...field, key: "" }];
  return (
    <div className="row__body">
      <div className="row__head">
        <Fields address={address} fields={first && [first]} />
        {children}
      </div>
      <Fields address={address} fields={second} />
    </div>
  );
}

/** An entry with many fields. It opens on a click, or when a field inside it becomes the target. */
function CollapsibleRow({ address, field, name, isFew, children }: RowBodyProps) {
  const value = useValue(address);
  const { target } = useEditorState();
  const hasProblems = useProblems(address).length > 0;
  const [open, setOpen] = useState(isFew && (field.fields?.length ?? 9) <= 4);
  if (isInside(address, target) && !open) setOpen(true);
  return (
    <div className="row__body">
      <div className="row__head">
        <button className="row__toggle" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon shape={icons.chevronRight} className="chevron" />
          <span>{rowName(value, field) || name}</span>
          {hasProblems && <ToFix />}
        </button>
        {children}
      </div>
      {open && (
        <div className="row__fields">
          <RowLabel value={null}>
            {field.fields ? (
              <Fields address={address} fields={field.fields} />
            ) : (
              <AnyField address={address} field={{ ...field, label: "Kind" }} />
            )}
          </RowLabel>
        </div>
      )}
    </div>
  );
}
