import type { View } from "./state.ts";

/** Where she is, as the address keeps it: the back button and a second window find it again. */
export function pushView(view: View) {
  const hash = `#${viewToHash(view)}`;
  if (location.hash !== hash) history.pushState(null, "", hash);
}

const viewToHash = (view: View) =>
  view.name === "words" ? `words/${view.entry}` : view.name === "picture" ? `picture/${view.picture}` : view.name;

export function readView(): View {
  const [name = "", ...rest] = decodeURIComponent(location.hash.slice(1)).split("/");
  if (name === "picture" && rest.length) return { name, picture: rest.join("/") };
  if (name === "problems" || name === "history" || name === "publish" || name === "launch") return { name };
  return { name: "words", entry: rest.join("/") };
}
