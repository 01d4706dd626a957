const partsOf = (main: HTMLElement) => [...main.querySelectorAll<HTMLElement>("[data-later]")];

/** All at once, for whoever is about to be taken to one of them; an anchor the browser follows has the style do it. */
export const layOutNow = (main: HTMLElement) => partsOf(main).forEach(layOut);

function layOut(part: HTMLElement) {
  part.style.contentVisibility = "visible";
}

/** Parts forget their size with the page they are in: it is noted, or the way back would end elsewhere. */
function noteSize(part: HTMLElement) {
  const { height, paddingTop, paddingBottom } = getComputedStyle(part);
  const size = Number.parseFloat(height) - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
  part.style.containIntrinsicHeight = `auto ${size}px`;
}

export function foldFarParts(main: HTMLElement) {
  const parts = partsOf(main);
  // Whoever leaves at once pays for what was not noted yet.
  for (const part of parts) if (!part.style.containIntrinsicHeight) noteSize(part);
  releaseFarParts(main);
}

/** Out of the first frame, however near: the title shows sooner, and they in the frame after it. */
export const holdFarParts = (main: HTMLElement) => setAll(main, "hidden");
export const releaseFarParts = (main: HTMLElement) => setAll(main, "");

function setAll(main: HTMLElement, visibility: "hidden" | "") {
  for (const part of partsOf(main)) part.style.contentVisibility = visibility;
}
