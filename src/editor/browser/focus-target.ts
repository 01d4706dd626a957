import { useEffect } from "react";
import { setState, useEditorState } from "./state.ts";

/** A button that opens another view may be gone with the old one. Then a keyboard and a screen reader go on in the new. */
export function focusIfLost() {
  if (document.activeElement === document.body) document.getElementById("words")?.focus({ preventScroll: true });
}

export function useFocusTarget() {
  const target = useEditorState((state) => state.target);
  const forms = useEditorState((state) => state.forms);
  const view = useEditorState((state) => state.view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field may be rendered only after a form or view changes
  useEffect(() => {
    if (!target) return;
    const name = CSS.escape(`${target.file}:${target.path}`);
    const request = requestAnimationFrame(() => {
      const found =
        document.querySelector<HTMLElement>(`[data-control="${name}"]`) ??
        document.querySelector<HTMLElement>(`[data-control^="${name}\\/"]`) ??
        document.querySelector<HTMLElement>(`[data-path="${name}"] :is(button, input, textarea, select)`);
      if (!found) return;
      setState({ target: null, focused: null });
      for (let folded = found.closest("details"); folded; folded = folded.parentElement?.closest("details") ?? null)
        folded.open = true;
      found.focus();
    });
    return () => cancelAnimationFrame(request);
  }, [target, forms, view]);
}
