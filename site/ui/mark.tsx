import { Link } from "./link.tsx";
import styles from "./mark.module.css";

export interface MarkProps {
  name: string;
  tagline: string;
  mark: { strokes: string; light?: string | undefined } | { outline: string };
}

/** The studio's mark, a letter of window light, and its name. */
export function Mark({ name, tagline, mark }: MarkProps) {
  return (
    <Link className={styles.mark} to="/">
      <svg viewBox="0 0 28 28" fill="none" aria-hidden="true">
        {"outline" in mark ? (
          <path d={mark.outline} fill="currentColor" />
        ) : (
          <>
            {mark.light && <path d={mark.light} fill="url(#mark)" />}
            <path d={mark.strokes} stroke="currentColor" strokeWidth="1.4" strokeLinejoin="bevel" />
          </>
        )}
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
        <stop stopOpacity=".95" />
        <stop offset="1" stopOpacity="0" />
      </linearGradient>
    </svg>
  );
}
