import styles from "./icon.module.css";

const paths = {
  arrow: "M5 12h14M13 6l6 6-6 6",
  back: "M19 12H5M11 18l-6-6 6-6",
  out: "M7 17 17 7M8 7h9v9",
  tick: "m5 12.5 4.5 4.5L19 7",
  alert: "M12 8v5M12 16.5v.01M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 1 0 0-19",
  close: "m6 6 12 12M18 6 6 18",
  phone:
    "M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384",
} as const;

export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
