import { whenIdle } from "../scheduling.ts";

/**
 * The script in every page. The first view is set in the fallback font, whose measures are the same: font and
 * navigation are asked for once all of it is on the screen, never in the way of words or pictures.
 */
const { navigation = "", font = "" } = document.currentScript?.dataset ?? {};

// A rule with :has(:target) would be asked again at every tap.
if (location.hash) document.documentElement.dataset.anchor = "";

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
