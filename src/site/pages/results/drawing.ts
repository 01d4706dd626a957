import type { concerns } from "../../../content/schemas/studio-schemas.ts";

export type Concern = (typeof concerns)[number];

/** Marks of one kind, as SVG path data within 200 by 200. */
export interface Marks {
  /** What both halves show: after is a part of before, in the same places. */
  stays: string;
  /** What only before shows. */
  goes: string;
  width: readonly [before: number, after: number];
  opacity: readonly [before: number, after: number];
}

type Point = readonly [x: number, y: number];
type Random = () => number;

const side = 200;
/** The share of the marks that is still there after. Nobody is promised that all will go. */
const staying = 0.45;

/** The same numbers at every build, so that a page changes only with its content. */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Points at about the same distance from each other, without the look of a grid. */
function spread(random: Random, distance: number): Point[] {
  const count = Math.round(side / distance);
  const step = side / count;
  const jitter = () => (0.15 + 0.7 * random()) * step;
  return Array.from({ length: count * count }, (_, index) => {
    const row = Math.floor(index / count);
    const x = (index % count) * step + jitter() + (row % 2) * 0.4 * step;
    return [Math.round(x % side), Math.round(row * step + jitter())];
  });
}

/** Leaves about a share of the points in the first list, and the others in the second, each in their order. */
function split(random: Random, points: Point[], share = staying): [stay: Point[], go: Point[]] {
  const chosen = new Set(
    points
      .map((point) => [random(), point] as const)
      .sort(([a], [b]) => a - b)
      .slice(0, Math.ceil(share * points.length))
      .map(([, point]) => point),
  );
  return [points.filter((point) => chosen.has(point)), points.filter((point) => !chosen.has(point))];
}

/** A mark as relative path data, and where it leaves the pen. A few shapes, often repeated, compress well. */
type Shape = readonly [data: string, end: Point];
const dot: Shape = ["h0", [0, 0]];

/** Draws a shape at each point. The steps from one to the next are short numbers. */
function place(random: Random, points: Point[], shapes: readonly Shape[]): string {
  let [penX, penY] = [0, 0];
  return points
    .map(([x, y], index) => {
      const [data, end] = shapes[Math.floor(random() * shapes.length)] ?? dot;
      const move = `${index ? "m" : "M"}${x - penX} ${y - penY}`;
      [penX, penY] = [x + end[0], y + end[1]];
      return move + data;
    })
    .join("");
}

const draw = (random: Random, [stay, go]: [Point[], Point[]], shapes: readonly Shape[]) => ({
  stays: place(random, stay, shapes),
  goes: place(random, go, shapes),
});

const hairs: Shape[] = [
  ["q0 5 2 11", [2, 11]],
  ["q1 5 4 13", [4, 13]],
  ["q1 4 5 10", [5, 10]],
  ["q2 6 3 14", [3, 14]],
  ["q0 6 5 12", [5, 12]],
];
const pits: Shape[] = [
  ["a2 2 0 0 1 2 3", [2, 3]],
  ["a2 2 0 0 0 3 1", [3, 1]],
  ["a1 2 0 0 1 1 2", [1, 2]],
  ["a2 1 0 0 0 3-1", [3, -1]],
];
const sores: Shape[] = [dot, dot, ["l1 2", [1, 2]], ["h2", [2, 0]], ["l2 1", [2, 1]]];
const folds: Shape[] = [
  ["c7-3 15 1 22-1", [22, -1]],
  ["c8 2 12-2 19 1", [19, 1]],
  ["c6 1 10 2 16-1", [16, -1]],
];
const flakes: Shape[] = [
  ["l3 2", [3, 2]],
  ["l1 3", [1, 3]],
  ["l-2 3", [-2, 3]],
  ["l4 0", [4, 0]],
  ["l3-2", [3, -2]],
  ["l0 3", [0, 3]],
];

/** Groups of brown dots. */
const clusters = ((): Shape[] => {
  const random = seeded(3);
  return [9, 14, 7, 11, 16].map((count) => {
    const points = Array.from({ length: count }, (): Point => {
      const [angle, radius] = [random() * 2 * Math.PI, (4 + count / 3) * Math.sqrt(random())];
      return [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))];
    });
    const path = place(random, points, [dot]).replace("M", "m");
    return [path, points.at(-1) ?? [0, 0]];
  });
})();

/** Lines across the skin. All stay, only finer: no treatment takes them away. */
function creases(random: Random, count: number) {
  const step = side / count;
  const lines = Array.from({ length: count }, (_, row) => {
    const length = 90 + Math.round(random() * 80);
    const from = Math.round(random() * (side - length));
    const y = Math.round((row + 0.4 + 0.4 * random()) * step);
    // They follow the form: up first, and down a little later.
    return `M${from} ${y}c${length >> 2}-${Math.round(4 + 8 * random())} ${length >> 1}-${Math.round(4 + 6 * random())} ${length} ${Math.round(2 - 6 * random())}`;
  });
  return { stays: lines.join(""), goes: "" };
}

const drawings: Record<Concern, (random: Random) => Marks[]> = {
  hair: (random) => [
    { ...draw(random, split(random, spread(random, 20)), hairs), width: [1.3, 0.8], opacity: [0.9, 0.8] },
  ],
  texture: (random) => [
    { ...draw(random, split(random, spread(random, 17)), pits), width: [1.2, 0.8], opacity: [0.8, 0.6] },
    { ...creases(random, 4), width: [1.1, 0.7], opacity: [0.7, 0.5] },
  ],
  spots: (random) => [
    { ...draw(random, split(random, spread(random, 40)), clusters), width: [2.4, 1.9], opacity: [0.75, 0.6] },
  ],
  blemishes(random) {
    const places = spread(random, 40);
    const [stay, go] = split(random, places);
    const sore = draw(random, [stay, go], sores);
    return [
      // A spot that has gone leaves its mark, so the marks of all stay.
      { stays: place(random, places, [dot]), goes: "", width: [5, 5], opacity: [0.25, 0.2] },
      { ...sore, width: [14, 10], opacity: [0.2, 0.18] },
      { ...sore, width: [7, 4.5], opacity: [0.75, 0.7] },
    ];
  },
  lines: (random) => [
    { ...creases(random, 6), width: [1.5, 0.9], opacity: [0.85, 0.75] },
    { ...draw(random, split(random, spread(random, 44)), folds), width: [0.8, 0.6], opacity: [0.8, 0.7] },
  ],
  dullness: (random) => [
    { ...draw(random, split(random, spread(random, 15)), flakes), width: [1.15, 0.9], opacity: [0.85, 0.65] },
  ],
};

/** Draws what a card is about, before and after. Two cards with the same concern differ by their seed. */
export const drawMarks = (concern: Concern, seed: number): Marks[] => drawings[concern](seeded(7919 * (seed + 1)));

/** The skin itself, the same in all halves: lines that follow its form, and pores. */
export const skin = {
  form: Array.from({ length: 11 }, (_, row) => `M0 ${21 * row - 10}q70-28 124-22t76 6`).join(""),
  pores: place(seeded(7), spread(seeded(7), 18), [dot]),
};

/** The marks between before and after: the number in the duration, if so many can be told apart. */
export function countSteps(duration: string): number {
  const number = Number(/\d+/.exec(duration)?.[0] ?? 0);
  return number <= 12 ? number : 0;
}
