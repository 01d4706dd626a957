import { type PointerEvent as ReactPointerEvent, type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import { followPointer } from "../pointer.ts";

/** Reorders rows by dragging: the list shows the new order at once, and the move is saved on release. */
export function useDragReorder(
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
