import { whenIdle } from "../scheduling.ts";

/**
 * The inline script of every page. The first view uses the fallback font, which has the same metrics, so that font and
 * navigation script can wait until text and pictures are on the screen.
 */
const { navigation = "", font = "" } = document.currentScript?.dataset ?? {};

const whenLoadedAndIdle = (callback: () => void) => {
  const scheduleCallback = () => whenIdle(callback);
  if (document.readyState === "complete") scheduleCallback();
  else addEventListener("load", scheduleCallback);
};

new PerformanceObserver((_, observer) => {
  observer.disconnect();
  whenLoadedAndIdle(() => {
    const fontFace = new FontFace("Commissioner", `url(${font})`, { weight: "200 650" });
    fontFace.load().then(
      () => document.fonts.add(fontFace),
      () => {},
    );
  });
}).observe({ type: "paint", buffered: true });

whenLoadedAndIdle(() => import(/* @vite-ignore */ navigation));
