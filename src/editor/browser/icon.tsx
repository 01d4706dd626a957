const iconPaths = {
  menu: "M4 7h16M4 12h16M4 17h16",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 1 0 0-17M12 7.5V12l3 2",
  tick: "m5 12.5 4.5 4.5L19 7",
  turn: "m9 6 6 6-6 6",
  up: "m6 15 6-6 6 6",
  down: "m6 9 6 6 6-6",
  out: "M6 6l12 12M18 6 6 18",
  add: "M12 5v14M5 12h14",
  grip: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
  warning: "M12 4 2.8 20h18.4zM12 10v4.5M12 17.3v.01",
  arrow: "M5 12h14m-6-6 6 6-6 6",
  live: "M9 5H5v14h14v-4M13 4h7v7M20 4l-9 9",
  desk: "M4 5h16v11H4zM2 19.5h20",
  phone:
    "M8.5 3h7A1.5 1.5 0 0 1 17 4.5v15a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19.5v-15A1.5 1.5 0 0 1 8.5 3zM11 18h2",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  list: "M9 7h11M9 12h11M9 17h11M4.5 7h.01M4.5 12h.01M4.5 17h.01",
  question: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 1 0 0-17M9.6 9.6a2.5 2.5 0 1 1 3.4 2.4c-.7.3-1 .8-1 1.6M12 16.6v.01",
  sample: "M12 3.5 20.5 12 12 20.5 3.5 12z",
  next: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 1 0 0-17",
} as const;

const dashed: Partial<Record<string, string>> = { sample: "3 2.4", next: "2.5 2.8" };

export type IconName = keyof typeof iconPaths | "guess";

export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      {name === "guess" ? (
        <>
          <circle cx="12" cy="12" r="8.5" />
          <path d="M12 3.5v17a8.5 8.5 0 0 0 0-17z" fill="currentColor" />
        </>
      ) : (
        <path d={iconPaths[name]} strokeDasharray={dashed[name]} strokeWidth={name === "grip" ? 2.6 : undefined} />
      )}
    </svg>
  );
}
