import { type PointerEvent as ReactPointerEvent, type RefObject, useContext, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import * as icons from "../../../design/icons.ts";
import { capitalize } from "../../formats/values.ts";
import { rowName } from "../../forms/messages.ts";
import { lowerFirst } from "../format.ts";
import { Button } from "../parts.tsx";
import { followPointer } from "../pointer.ts";
import { enqueue, saveValue } from "../save.ts";
import { childAddress, setState, useValue } from "../state.ts";
import { addressKey, type FieldProps, HeadingPath, ProblemMessages, RowLabel, useProblems } from "./field-frame.tsx";
import { Row } from "./list-row.tsx";
import { RemoveButton } from "./remove-button.tsx";

/** A list whose rows can be dragged, moved and removed. Each move is announced, and focus stays on the moved row. */
export function ListField({ address, field }: FieldProps) {
  const value = useValue(address);
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const rowLabel = useContext(RowLabel);
  const hasHeading = useContext(HeadingPath) === address.path;
  const problems = useProblems(address, true);
  const list = useRef<HTMLOListElement>(null);
  const [order, setOrder] = useState<number[] | null>(null);
  const itemName = lowerFirst(field.itemName ?? "line");
  const { item, max, min = 0 } = field;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the preview of a drag ends when the saved value arrives
  useEffect(() => setOrder(null), [value]);

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
  const dragging = useDragReorder(list, setOrder, move);
  const displayOrder = order ?? items.map((_, at) => at);
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
            itemName={itemName}
            at={index}
            count={items.length}
            dragged={dragging.draggedIndex === at}
            startDrag={(event) => dragging.startDrag(event, at, items.length)}
            move={(step) => move(at, at + step)}
            remove={() => remove(at)}
          />
        ))}
      </ol>
      <div className="add-row line">
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

/** Reorders rows by dragging: the list shows the new order at once, and the move is saved on release. */
function useDragReorder(
  list: RefObject<HTMLOListElement | null>,
  preview: (order: number[] | null) => void,
  move: (from: number, to: number) => Promise<void>,
) {
  const [draggedIndex, setDraggedIndex] = useState<number | null>(null);
  const startDrag = (event: ReactPointerEvent, at: number, count: number) => {
    if (event.button !== 0) return;
    let to = at;
    const order = () => {
      const rest = Array.from({ length: count }, (_, index) => index).filter((index) => index !== at);
      return [...rest.slice(0, to), at, ...rest.slice(to)];
    };
    const onMove = ({ clientY }: PointerEvent) => {
      const rows = [...(list.current?.children ?? [])];
      const others = rows.filter((_, index) => index !== to);
      const above = others.filter((row) => {
        const { top, height } = row.getBoundingClientRect();
        return clientY > top + height / 2;
      }).length;
      if (above === to) return;
      to = above;
      // The new order has to be rendered before the next pointer event measures the rows.
      flushSync(() => preview(order()));
    };
    const onEnd = (event: Event) => {
      setDraggedIndex(null);
      if (event.type === "pointercancel" || to === at) preview(null);
      else move(at, to);
    };
    followPointer(onMove, onEnd);
    setDraggedIndex(at);
  };
  return { draggedIndex, startDrag };
}
