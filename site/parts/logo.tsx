import styles from "./logo.module.css";

/** The studio's mark: an N of window light, and its name. */
export function Logo({ name, tagline }: { name: string; tagline: string }) {
  return (
    <a className={styles.logo} href="/">
      <svg viewBox="0 0 28 28" fill="none" aria-hidden="true">
        <path d="M5 4.5 23 23.5H5z" fill="url(#logo)" />
        <path d="M5 24V4l18 20V4" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="bevel" />
      </svg>
      <span>
        <b>{name}</b> <small>{tagline}</small>
      </span>
    </a>
  );
}

/** The light in the mark, defined once for every place the mark is drawn. */
export function LogoGradient() {
  return (
    <svg className={styles.gradient} width="0" height="0" aria-hidden="true">
      <linearGradient id="logo" x1="0" x2="1">
        <stop stopColor="#efa42a" stopOpacity=".95" />
        <stop offset="1" stopColor="#efa42a" stopOpacity="0" />
      </linearGradient>
    </svg>
  );
}
