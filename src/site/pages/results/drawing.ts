import type { concerns } from "../../../content/schemas/studio-schemas.ts";

export type Concern = (typeof concerns)[number];

/** A drawing is a strip of this size, and is stretched to its card. */
export const strip = { width: 600, height: 96 };

/** How far the course is at a place of the strip: 0 in its first session and 1 in its last. */
type Course = (x: number) => number;

/** Even fractions that look like chance, the same at every build. */
const spread = (index: number) => (index * 0.618034) % 1;

/** Where the strokes or the line of a row begin: low in their row, if they rise from there. */
const rowY = (row: number, rows: number, part = 0.75) => Math.round(((row + part) * strip.height) / rows);

interface Strokes {
  rows: number;
  /** The distance from one stroke to the next. */
  step: number;
  /** The share that is still there in the last session. Nobody is promised that all will go. */
  stays: number;
  stroke: (size: (length: number) => number, chance: number) => string;
}

/** Rows of short strokes: fewer and shorter with each session, and none longer than before it. */
function strokes(course: Course, { rows, step, stays, stroke }: Strokes): string {
  const columns = Math.floor(strip.width / step);
  return Array.from({ length: rows * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    const x = Math.round((column + 0.1 + (row % 2) * 0.4 + 0.4 * spread(7 * index)) * step);
    const done = course(x);
    const size = (length: number) => Math.round(length * (1 - 0.4 * done));
    return spread(index) < 1 - (1 - stays) * done ? `M${x} ${rowY(row, rows)}${stroke(size, spread(3 * index))}` : "";
  }).join("");
}

interface Waves {
  lines: number;
  length: number;
  height: number;
  /** How unlike each other the waves are. */
  rough: number;
  /** Between two rises the line is level. */
  level?: boolean;
}

/** Lines that go on to the end, and are flatter with each session. */
function waves(course: Course, { lines, length, height, rough, level = false }: Waves): string {
  return Array.from({ length: lines }, (_, line) => {
    let data = `M0 ${rowY(line, lines, level ? 0.75 : 0.5)}`;
    for (let [x, index] = [0, 0]; x < strip.width; index++) {
      const chance = rough * (spread(11 * line + 3 * index) - 0.5);
      const wave = Math.round(length * (1 + chance));
      const side = index % 2 ? Number(!level) : -1;
      data += `q${wave >> 1} ${Math.round(side * height * (1 + 2 * chance) * (1 - 0.6 * course(x)))} ${wave} 0`;
      x += wave;
    }
    return data;
  }).join("");
}

const drawings: Record<Concern, (course: Course) => string> = {
  hair: (course) =>
    strokes(course, {
      rows: 2,
      step: 15,
      stays: 0.35,
      stroke: (size, chance) => `q0-${size(12)} ${Math.round(3 + 5 * chance)}-${size(22)}`,
    }),
  texture: (course) => waves(course, { lines: 5, length: 24, height: 11, rough: 0.6 }),
  spots: (course) =>
    strokes(course, { rows: 6, step: 34, stays: 0.45, stroke: (size, chance) => `h${size(10 + 20 * chance)}` }),
  /** The marks that blemishes leave, below the lines, all stay. */
  blemishes: (course) =>
    waves(course, { lines: 3, length: 32, height: 26, rough: 0.7, level: true }) +
    strokes(() => 0, { rows: 3, step: 62, stays: 1, stroke: () => "m0 6h9" }),
  lines: (course) => waves(course, { lines: 5, length: 88, height: 22, rough: 0 }),
  dullness: (course) => strokes(course, { rows: 5, step: 22, stays: 0.45, stroke: (size) => `l${size(8)}-${size(4)}` }),
};

/** Draws a course as SVG path data: in even steps, one for each of its sessions. */
export const drawCourse = (concern: Concern, sessions: number): string =>
  drawings[concern]((x) => Math.min(1, Math.floor((sessions * x) / strip.width) / Math.max(1, sessions - 1)));

/** The sessions, weeks or months of a course: the number in its duration, if so many can be told apart. */
export function countSteps(duration: string): number {
  const number = Number(/\d+/.exec(duration)?.[0] ?? 0);
  return number <= 12 ? number : 0;
}

/** One mark for each step, at its middle. */
export const drawSteps = (steps: number) =>
  Array.from({ length: steps }, (_, step) => `M${Math.round((strip.width * (step + 0.5)) / steps)} 0v12`).join("");
