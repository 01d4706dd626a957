const partsOf = (main: HTMLElement) => [...main.querySelectorAll<HTMLElement>("[data-later]")];

/** Renders all sections before a jump to one of them. For an anchor on page load the style sheet does the same. */
export const renderDeferredSections = (main: HTMLElement) => setAll(main, "visible");

/** Sections lose their remembered size when the page is removed, so it is stored for a later return to it. */
export function recordDeferredHeights(main: HTMLElement) {
  // All sections are measured before any is changed, which needs only one layout.
  const sizes = partsOf(main).map((part) => [part, sizeOf(part)] as const);
  for (const [part, size] of sizes) part.style.containIntrinsicHeight = `auto ${size}px`;
  showDeferredSections(main);
}

function sizeOf(part: HTMLElement) {
  const { height, paddingTop, paddingBottom } = getComputedStyle(part);
  return Number.parseFloat(height) - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
}

/** Leaves the sections out of the first frame, so that the title appears sooner; the next frame shows them. */
export const hideDeferredSections = (main: HTMLElement) => setAll(main, "hidden");
export const showDeferredSections = (main: HTMLElement) => setAll(main, "");

function setAll(main: HTMLElement, visibility: "visible" | "hidden" | "") {
  for (const part of partsOf(main)) part.style.contentVisibility = visibility;
}
