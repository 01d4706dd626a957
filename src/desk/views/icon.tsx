const iconPaths = {
  phone: (
    <path d="M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384" />
  ),
  mail: <path d="M2.5 5.5h19v13h-19zM3 6l9 7 9-7" />,
  tick: <path d="m5 12.5 4.5 4.5L19 7" />,
  back: <path d="M19 12H5M11 18l-6-6 6-6" />,
  on: <path d="M5 12h14M13 6l6 6-6 6" />,
  down: <path d="m6 9 6 6 6-6" />,
  search: <path d="M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M15.5 15.5l5 5" />,
  clock: <path d="M21.5 12a9.5 9.5 0 1 1-19 0 9.5 9.5 0 0 1 19 0M12 6.5V12l3.5 2" />,
  alert: <path d="M21.5 12a9.5 9.5 0 1 1-19 0 9.5 9.5 0 0 1 19 0M12 8v5M12 16.5v.01" />,
};

export type IconName = keyof typeof iconPaths;

/** The icons are drawn once in the page, and each use refers to one by name. */
export function IconSprite() {
  return (
    <svg width="0" height="0" aria-hidden="true">
      {Object.entries(iconPaths).map(([name, path]) => (
        <symbol key={name} id={`i-${name}`} viewBox="0 0 24 24">
          {path}
        </symbol>
      ))}
    </svg>
  );
}

/** An icon repeats the text beside it, so screen readers skip it. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : "icon"} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
