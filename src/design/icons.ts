/** A path in a box of 24 by 24, and what sets it apart from a plain line. */
export interface IconShape {
  d: string;
  strokeDasharray?: string;
  strokeWidth?: number;
  fill?: string;
  fillRule?: "evenodd";
}

// One export each, so that a script in the browser carries only the icons it shows.
export const add: IconShape = { d: "M12 5v14M5 12h14" };
export const alert: IconShape = { d: "M12 8v5M12 16.5v.01M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 1 0 0-19" };
export const arrowLeft: IconShape = { d: "M19 12H5M11 18l-6-6 6-6" };
export const arrowRight: IconShape = { d: "M5 12h14M13 6l6 6-6 6" };
export const chevronDown: IconShape = { d: "m6 9 6 6 6-6" };
export const chevronRight: IconShape = { d: "m9 6 6 6-6 6" };
export const chevronUp: IconShape = { d: "m6 15 6-6 6 6" };
export const clock: IconShape = { d: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 1 0 0-19M12 6.5V12l3.5 2" };
export const close: IconShape = { d: "m6 6 12 12M18 6 6 18" };
export const desktop: IconShape = { d: "M4 5h16v11H4zM2 19.5h20" };
export const externalLink: IconShape = { d: "M7 17 17 7M8 7h9v9" };
export const grip: IconShape = { d: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01", strokeWidth: 2.6 };
/** A disc whose right half is filled. */
export const guess: IconShape = {
  d: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 1 0 0-17M12 3.5a8.5 8.5 0 0 0 0 17z",
  fill: "currentColor",
  fillRule: "evenodd",
};
export const link: IconShape = {
  d: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
};
export const list: IconShape = { d: "M9 7h11M9 12h11M9 17h11M4.5 7h.01M4.5 12h.01M4.5 17h.01" };
export const live: IconShape = { d: "M9 5H5v14h14v-4M13 4h7v7M20 4l-9 9" };
export const mail: IconShape = { d: "M2.5 5.5h19v13h-19zM3 6l9 7 9-7" };
export const menu: IconShape = { d: "M4 7h16M4 12h16M4 17h16" };
export const message: IconShape = { d: "M3.5 4.5h17v12h-9l-5 4v-4h-3z" };
export const mobile: IconShape = {
  d: "M8.5 3h7A1.5 1.5 0 0 1 17 4.5v15a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19.5v-15A1.5 1.5 0 0 1 8.5 3zM11 18h2",
};
export const pending: IconShape = {
  d: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 1 0 0-17",
  strokeDasharray: "2.5 2.8",
};
export const phone: IconShape = {
  d: "M5 3h3.5l2 5L8 10a12 12 0 0 0 6 6l2-2.5 5 2V19a2 2 0 0 1-2 2A16 16 0 0 1 3 5a2 2 0 0 1 2-2z",
};
export const question: IconShape = {
  d: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 1 0 0-17M9.6 9.6a2.5 2.5 0 1 1 3.4 2.4c-.7.3-1 .8-1 1.6M12 16.6v.01",
};
export const redo: IconShape = { d: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3" };
export const sample: IconShape = { d: "M12 3.5 20.5 12 12 20.5 3.5 12z", strokeDasharray: "3 2.4" };
export const search: IconShape = { d: "M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M15.5 15.5l5 5" };
export const tick: IconShape = { d: "m5 12.5 4.5 4.5L19 7" };
export const undo: IconShape = { d: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3" };
export const warning: IconShape = { d: "M12 4 2.8 20h18.4zM12 10v4.5M12 17.3v.01" };
