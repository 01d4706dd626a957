/**
 * Says what light it is where the studio is, in the line that Home has for it: the light that was set when the page was
 * loaded, with the time of that moment. A visitor who comes to Home from another page of the site does not see the line.
 */
function showHour() {
  const line = document.querySelector<HTMLElement>("[data-hour]");
  if (!line) return;
  const { style, lang } = document.documentElement;
  const { hour, zone } = line.dataset;
  const [dawn, day, dusk, night] = JSON.parse(hour as string);
  // src/site/light.ts: the sun is two degrees below the horizon, or stands so high that it no longer colours the light.
  const low = Number(style.getPropertyValue("--low"));
  const isMorning = Number.parseFloat(style.getPropertyValue("--slant")) > -26;
  const light = low > 1.042 ? night : low < 0.724 ? day : isMorning ? dawn : dusk;
  const loaded = new Date(performance.timeOrigin);
  line.textContent = `${light}, ${loaded.toLocaleTimeString(lang, { timeZone: zone as string, timeStyle: "short" })}`;
}

/**
 * A part of the home page's inline script. A frame's callbacks run before it is painted, so the line is there with the
 * words around it.
 */
const fill = () => {
  showHour();
  if (document.readyState === "loading") requestAnimationFrame(fill);
};
addEventListener("DOMContentLoaded", fill);
fill();
