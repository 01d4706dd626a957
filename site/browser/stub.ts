import { whenIdle } from "./moments.ts";

/**
 * The script in every page. The first view is set in the fallback font, whose measures are the same: font and
 * navigation are asked for once all of it is on the screen, never in the way of words or pictures.
 */
const { navigation = "", font = "" } = document.currentScript?.dataset ?? {};

// A rule with :has(:target) would be asked again at every tap.
if (location.hash) document.documentElement.dataset.anchor = "";

const whenQuiet = (act: () => void) => {
  const wait = () => whenIdle(act);
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait);
};

new PerformanceObserver((_, paint) => {
  paint.disconnect();
  whenQuiet(() => {
    const face = new FontFace("Commissioner", `url(${font})`, { weight: "200 650" });
    face.load().then(
      () => document.fonts.add(face),
      () => {},
    );
  });
}).observe({ type: "paint", buffered: true });

whenQuiet(() => import(/* @vite-ignore */ navigation));
