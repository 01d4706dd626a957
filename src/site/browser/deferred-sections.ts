const partsOf = (main: HTMLElement) => [...main.querySelectorAll<HTMLElement>("[data-later]")];

/** All at once, for whoever is about to be taken to one of them; an anchor the browser follows has the style do it. */
export const renderDeferredSections = (main: HTMLElement) => setAll(main, "visible");

/** Parts forget their size with the page they are in: it is noted each time, or the way back would end elsewhere. */
export function recordDeferredHeights(main: HTMLElement) {
  // All are measured before any is changed, or each would be a layout of its own.
  const sizes = partsOf(main).map((part) => [part, sizeOf(part)] as const);
  for (const [part, size] of sizes) part.style.containIntrinsicHeight = `auto ${size}px`;
  showDeferredSections(main);
}

function sizeOf(part: HTMLElement) {
  const { height, paddingTop, paddingBottom } = getComputedStyle(part);
  return Number.parseFloat(height) - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
}

/** Out of the first frame, however near: the title shows sooner, and they in the frame after it. */
export const hideDeferredSections = (main: HTMLElement) => setAll(main, "hidden");
export const showDeferredSections = (main: HTMLElement) => setAll(main, "");

function setAll(main: HTMLElement, visibility: "visible" | "hidden" | "") {
  for (const part of partsOf(main)) part.style.contentVisibility = visibility;
}
