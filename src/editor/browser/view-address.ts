import type { View } from "./state.ts";

/** Stores the view in the address, for the back button and for bookmarks. */
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
