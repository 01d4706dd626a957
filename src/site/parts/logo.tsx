import { Mark, type MarkShape } from "../../design/mark.tsx";
import layout from "./layout.module.css";
import styles from "./logo.module.css";

export interface LogoProps {
  name: string;
  tagline: string;
  mark: MarkShape;
}

/** The studio's mark and name. */
export function Logo({ name, tagline, mark }: LogoProps) {
  return (
    <a className={`${styles.logo} ${layout.tap}`} href="/">
      <Mark mark={mark} />
      <span>
        <b>{name}</b> <small>{tagline}</small>
      </span>
    </a>
  );
}
