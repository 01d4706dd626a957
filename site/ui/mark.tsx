import { Link } from "./link.tsx";
import styles from "./mark.module.css";

/** The studio's mark: an N of window light, and its name. */
export function Mark({ name, tagline }: { name: string; tagline: string }) {
  return (
    <Link className={styles.mark} to="/">
      <svg viewBox="0 0 28 28" fill="none" aria-hidden="true">
        <path d="M5 4.5 23 23.5H5z" fill="url(#mark)" />
        <path d="M5 24V4l18 20V4" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="bevel" />
      </svg>
      <span>
        <b>{name}</b> <small>{tagline}</small>
      </span>
    </Link>
  );
}

/** The light in the mark, defined once for every place the mark is drawn. */
export function MarkLight() {
  return (
    <svg className={styles.light} width="0" height="0" aria-hidden="true">
      <linearGradient id="mark" x1="0" x2="1">
        <stop stopColor="#efa42a" stopOpacity=".95" />
        <stop offset="1" stopColor="#efa42a" stopOpacity="0" />
      </linearGradient>
    </svg>
  );
}
