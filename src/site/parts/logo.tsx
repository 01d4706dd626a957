import styles from "./logo.module.css";

export interface LogoProps {
  name: string;
  tagline: string;
  mark: { strokes: string; light?: string | undefined } | { outline: string };
}

/** The studio's mark and name. */
export function Logo({ name, tagline, mark }: LogoProps) {
  return (
    <a className={styles.logo} href="/">
      <svg viewBox="0 0 28 28" fill="none" aria-hidden="true">
        {"outline" in mark ? (
          <path d={mark.outline} fill="currentColor" />
        ) : (
          <>
            {mark.light && <path d={mark.light} fill="url(#logo)" />}
            <path d={mark.strokes} stroke="currentColor" strokeWidth="1.4" strokeLinejoin="bevel" />
          </>
        )}
      </svg>
      <span>
        <b>{name}</b> <small>{tagline}</small>
      </span>
    </a>
  );
}

/** The gradient of the mark, defined once per page for every place where the mark is drawn. */
export function LogoGradient() {
  return (
    <svg className={styles.gradient} width="0" height="0" aria-hidden="true">
      <linearGradient id="logo" x1="0" x2="1">
        <stop stopOpacity=".95" />
        <stop offset="1" stopOpacity="0" />
      </linearGradient>
    </svg>
  );
}
