import { goTo, goToField, needForm } from "./going.ts";
import { fieldAt, wordsOf } from "./matching.ts";
import { change, now } from "./state.ts";

/** A link of the page leads to that page and its words. What leads elsewhere stays unopened, and says so. */
export function followed(href: string) {
  const { origin, pathname, host } = new URL(href);
  if (origin !== location.origin)
    return change({ refused: `This link leads away from your site, to ${host || href}.` });
  const entry = now().site?.entries.find(({ address }) => address === pathname);
  if (entry) goTo({ name: "words", entry: entry.id });
  else change({ address: pathname });
}

/** Words that the page takes from elsewhere: the bar at the top, the studio's details, another page's name. */
export async function goToShared(target: Element) {
  const { site, place } = now();
  const here = place.name === "words" ? place.entry : "";
  const files = new Set(site?.entries.filter(({ id }) => id !== here).flatMap(({ files }) => files));
  const forms = await Promise.all([...files].map(needForm));
  const found = fieldAt(target, forms.flatMap(wordsOf));
  if (found) goToField(found);
  else change({ refused: "These words are made by the site itself, from other words." });
}
