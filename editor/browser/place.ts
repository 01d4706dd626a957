import type { Place } from "./state.ts";

/** Where she is, as the address keeps it: the back button and a second window find it again. */
export function keepPlace(place: Place) {
  const hash = `#${writePlace(place)}`;
  if (location.hash !== hash) history.pushState(null, "", hash);
}

const writePlace = (place: Place) =>
  place.name === "words" ? `words/${place.entry}` : place.name === "picture" ? `picture/${place.picture}` : place.name;

export function readPlace(): Place {
  const [name = "", ...rest] = decodeURIComponent(location.hash.slice(1)).split("/");
  if (name === "picture" && rest.length) return { name, picture: rest.join("/") };
  if (name === "mend" || name === "history" || name === "publish" || name === "launch") return { name };
  return { name: "words", entry: rest.join("/") };
}
