import { useEffect } from "react";
import { setState, useEditorState } from "./state.ts";

/** Brings her to a field that was asked for, as soon as it is drawn. */
export function useFocusTarget() {
  const target = useEditorState((state) => state.target);
  const forms = useEditorState((state) => state.forms);
  const view = useEditorState((state) => state.view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for again whenever something new may be drawn
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
      found.focus();
      found.closest(".field")?.scrollIntoView({ block: "nearest" });
    });
    return () => cancelAnimationFrame(request);
  }, [target, forms, view]);
}
