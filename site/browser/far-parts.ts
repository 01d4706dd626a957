import { whenIdle } from "./when-idle.ts";

const partsOf = (main: HTMLElement) => [...main.querySelectorAll("section")];

/**
 * What is below the first view is laid out only when it is near, so that a page shows sooner. Once it shows, the rest
 * follows part by part while there is nothing else to do: then anchors, the scroll bar and printing are exact.
 */
export function layOutFarParts(main: HTMLElement) {
  const waiting = partsOf(main).filter((part) => getComputedStyle(part).contentVisibility === "auto");
  const next = () => {
    const part = main.isConnected && waiting.shift();
    if (!part) return;
    layOut(part);
    whenIdle(next);
  };
  whenIdle(next);
}

/** All at once, for whoever is about to be taken to one of them; an anchor the browser follows has the style do it. */
export const layOutNow = (main: HTMLElement) => partsOf(main).forEach(layOut);

function layOut(part: HTMLElement) {
  part.style.contentVisibility = "visible";
}

/** Parts forget their size with the page they are in: it is noted, or the way back would end elsewhere. */
export function foldFarParts(main: HTMLElement) {
  const sizes = partsOf(main).map((part) => {
    const { height, paddingTop, paddingBottom } = getComputedStyle(part);
    return { part, size: Number.parseFloat(height) - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom) };
  });
  for (const { part, size } of sizes) {
    part.style.containIntrinsicHeight = `auto ${size}px`;
    part.style.contentVisibility = "";
  }
}
