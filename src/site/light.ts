const { sin, cos } = Math;

/** The sine and cosine of a place's latitude, and the time of its mean noon in Greenwich, in days. */
export type SunPlace = [sine: number, cosine: number, noon: number];

export function sunPlace(latitude: number, longitude: number): SunPlace {
  const angle = (latitude * Math.PI) / 180;
  return [sin(angle), cos(angle), 0.5 - longitude / 360];
}

/**
 * The window light at a moment, from the sun over a place: it leans more as the day goes on; a low sun reaches further
 * and is warmer; once it is four degrees below the horizon, the room is lit from inside. The sun is right to about half
 * a degree, which is enough for a light, and short enough for a page's first view.
 */
export function lightAt(time: number, [sine, cosine, noon]: SunPlace) {
  const days = time / 864e5;
  const year = 0.0172028 * days + 4.9; // the way around the sun since the March equinox, as an angle
  const ahead = 0.0334 * sin(year + 1.34); // the orbit is an ellipse, and January its faster side
  const north = 0.3978 * sin(year + ahead); // how far the sun is north of the equator, as a sine
  const hour = 6.283185 * (days - noon) - ahead + 0.043 * sin(2 * year); // since noon, as an angle
  const height = sine * north + cosine * (1 - (north * north) / 2) * cos(hour); // above the horizon, as a sine
  return `--slant:${-26 - 16 * sin(hour)}deg;--low:${1 - 1.2 * height};--night:clamp(0%,${-1400 * height}%,100%)`;
}
