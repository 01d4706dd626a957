import { whenIdle } from "../scheduling.ts";

/**
 * The inline script of every page. The first view uses a fallback font with the same metrics. The font is asked for at
 * the first paint, so that no word waits for it, and the navigation script once text and pictures are on the screen.
 */
const { navigation = "", font = "" } = document.currentScript?.dataset ?? {};

new PerformanceObserver((_, observer) => {
  observer.disconnect();
  const fontFace = new FontFace("Commissioner", `url(${font})`, { weight: "200 650" });
  fontFace.load().then(
    () => document.fonts.add(fontFace),
    () => {},
  );
}).observe({ type: "paint", buffered: true });

const startNavigation = () => whenIdle(() => import(/* @vite-ignore */ navigation));
if (document.readyState === "complete") startNavigation();
else addEventListener("load", startNavigation);
