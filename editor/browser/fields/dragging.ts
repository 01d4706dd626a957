import { type PointerEvent as Grabbed, type RefObject, useState } from "react";
import { flushSync } from "react-dom";

/** Reordering by the grip: rows are drawn where they would land, and moved once she lets go. */
export function useDragging(
  list: RefObject<HTMLOListElement | null>,
  draw: (order: number[] | null) => void,
  move: (from: number, to: number) => Promise<void>,
) {
  const [from, setFrom] = useState<number | null>(null);
  const grab = (event: Grabbed, at: number, count: number) => {
    if (event.button !== 0) return;
    let to = at;
    const order = () => {
      const rest = Array.from({ length: count }, (_, index) => index).filter((index) => index !== at);
      return [...rest.slice(0, to), at, ...rest.slice(to)];
    };
    const follow = ({ clientY }: PointerEvent) => {
      const rows = [...(list.current?.children ?? [])];
      const others = rows.filter((_, place) => place !== to);
      const above = others.filter((row) => {
        const { top, height } = row.getBoundingClientRect();
        return clientY > top + height / 2;
      }).length;
      if (above === to) return;
      to = above;
      // Before the next movement is measured.
      flushSync(() => draw(order()));
    };
    const end = (stop: Event) => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      setFrom(null);
      if (stop.type === "pointercancel" || to === at) draw(null);
      else move(at, to);
    };
    addEventListener("pointermove", follow);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    setFrom(at);
  };
  return { from, grab };
}
