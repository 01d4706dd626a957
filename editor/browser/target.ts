import { useEffect } from "react";
import { change, useEditor } from "./state.ts";

/** Brings her to a field that was asked for, as soon as it is drawn. */
export function useTarget() {
  const target = useEditor((state) => state.target);
  const forms = useEditor((state) => state.forms);
  const place = useEditor((state) => state.place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for again whenever something new may be drawn
  useEffect(() => {
    if (!target) return;
    const name = CSS.escape(`${target.file}:${target.path}`);
    const soon = requestAnimationFrame(() => {
      const found =
        document.querySelector<HTMLElement>(`[data-control="${name}"]`) ??
        document.querySelector<HTMLElement>(`[data-control^="${name}\\/"]`) ??
        document.querySelector<HTMLElement>(`[data-path="${name}"] :is(button, input, textarea, select)`);
      if (!found) return;
      change({ target: null, lit: null });
      found.focus();
      found.closest(".field")?.scrollIntoView({ block: "nearest" });
    });
    return () => cancelAnimationFrame(soon);
  }, [target, forms, place]);
}
