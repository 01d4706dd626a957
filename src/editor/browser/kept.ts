import { getState, setState, useEditorState } from "./state.ts";
import { asUnsaved, type Unsaved } from "./unsaved.ts";

/**
 * The one place for what is not saved: this browser. It survives a reload, a closed window and a lost server, and all
 * windows share it.
 */
interface Kept {
  unsaved: Unsaved;
  begun: object;
}
type Part = keyof Kept;

const storageKey = (part: Part) => `editor-${part}`;

/** What the browser had no space for is in this window alone, so it is not read again from where it is missing. */
const unstored = new Set<Part>();

export function readKept<P extends Part>(part: P): Record<string, Kept[P]> {
  if (unstored.has(part)) return getState()[part] as Record<string, Kept[P]>;
  const stored = JSON.parse(localStorage.getItem(storageKey(part)) ?? "{}");
  return (part === "unsaved" ? asUnsaved(stored) : stored) as Record<string, Kept[P]>;
}

export function restoreKept(...parts: Part[]) {
  for (const part of parts) {
    setState({ [part]: readKept(part) });
    addEventListener("storage", ({ key }) => key === storageKey(part) && setState({ [part]: readKept(part) }));
  }
  addEventListener("beforeunload", (event) => unstored.size && event.preventDefault());
}

/** Another window may have changed them, so they are read before each change. Undefined is nothing to keep. */
export function changeKept<P extends Part>(part: P, key: string, change: (own?: Kept[P]) => Kept[P] | undefined) {
  const { [key]: own, ...others } = readKept(part);
  const next = change(own);
  const all = next === undefined ? others : { ...others, [key]: next };
  setState({ [part]: all });
  try {
    localStorage.setItem(storageKey(part), JSON.stringify(all));
    unstored.delete(part);
  } catch {
    unstored.add(part);
    setState({
      errorMessage: "This browser has no space for your words. Leave this window open until they are saved.",
    });
  }
}

/** What she has begun in a view, and how to change it, which also works after she has left. Undefined ends it. */
export function useBegun<T extends object>(view: string) {
  const begun = useEditorState((state) => state.begun[view] as T | undefined);
  return [begun, (change: (now?: T) => T | undefined) => changeKept("begun", view, (now) => change(now as T))] as const;
}
