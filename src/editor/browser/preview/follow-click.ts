import { goTo, goToField, loadForm } from "../navigation.ts";
import { getState, openEntry, setState } from "../state.ts";
import { addressOf } from "./load-page.ts";
import { fieldForElement, fieldTexts } from "./match-text.ts";

/** A link within the site opens that page and its form. A link to another site is not opened, and a message says so. */
export function followLink(href: string) {
  const { origin, pathname, host } = new URL(href);
  if (origin !== location.origin)
    return setState({ errorMessage: `This link leads away from your site, to ${host || href}.` });
  const path = addressOf(pathname);
  const entry = getState().site?.entries.find(({ address }) => address === path);
  if (entry) goTo({ name: "words", entry: entry.id });
  else setState({ previewPath: path });
}

/** Finds clicked text in other entries, such as the navigation, the studio's details or another page's title. */
export async function goToSharedText(target: Element) {
  const here = openEntry(getState());
  const others = getState().site?.entries.filter((entry) => entry !== here) ?? [];
  const files = new Set(others.flatMap((entry) => entry.files));
  const forms = await Promise.all([...files].map(loadForm));
  const found = fieldForElement(target, forms.flatMap(fieldTexts));
  if (found) goToField(found);
  else setState({ errorMessage: "The site puts these words together from other fields." });
}
