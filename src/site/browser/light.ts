const { sin, cos, asin, atan2, min, max, PI } = Math;
const radians = PI / 180;
const between0And1 = (value: number) => max(0, min(1, value));

/** The sun over a place at a moment, as the window light shows it. The formula is the Astronomical Almanac's short one. */
export function sunlight(time: number, latitude: number, longitude: number) {
  const days = time / 864e5 - 10957.5; // since noon on 1 January 2000
  const anomaly = (357.528 + 0.9856003 * days) * radians;
  const ecliptic = (280.46 + 0.9856474 * days + 1.915 * sin(anomaly)) * radians;
  const tilt = 23.44 * radians;
  const ascension = atan2(cos(tilt) * sin(ecliptic), cos(ecliptic));
  const declination = asin(sin(tilt) * sin(ecliptic));
  const hour = (280.4606 + 360.9856474 * days + longitude) * radians - ascension;
  const north = latitude * radians;
  const height = asin(sin(north) * sin(declination) + cos(north) * cos(declination) * cos(hour)) / radians;
  return {
    /** How far the light leans, in degrees: little in the morning, much in the evening. */
    slant: -26 - 16 * sin(hour),
    /** 0 in a high summer noon, 1 at the horizon: a low sun reaches further and is warmer. */
    low: 1 - between0And1(height / 55),
    /** In percent: 100 once the sun is four degrees below the horizon, and the room is lit from inside. */
    night: 100 * between0And1(-height / 4),
  };
}

/** The cast window light keeps the studio's time of day. Without script, or where motion is unwanted, it stays a mild noon. */
export function setLight() {
  const [latitude, longitude] = document.querySelector<HTMLElement>("[data-sun]")?.dataset.sun?.split(" ") ?? [];
  if (!longitude || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { slant, low, night } = sunlight(Date.now(), Number(latitude), Number(longitude));
  const sheet = new CSSStyleSheet();
  // Set on what has content, the first two would be inherited by all of it, and the page would be styled again.
  sheet.replaceSync(
    `.window-light:before{--slant:${slant}deg;--low:${low}}body,.room,.room:before,.window-light:before,.window-light:after{--night:${night}%}`,
  );
  document.adoptedStyleSheets.push(sheet);
}
