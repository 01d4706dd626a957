import { Mark } from "../../design/mark.tsx";
import type { Frame } from "../frame.ts";
import layout from "./layout.module.css";
import styles from "./logo.module.css";

/** The studio's mark and name. */
export function Logo({ name, tagline, mark }: Pick<Frame["header"], "name" | "tagline" | "mark">) {
  return (
    <a className={`${styles.logo} ${layout.tap}`} href="/">
      <Mark mark={mark} />
      <span>
        <b>{name}</b> <small>{tagline}</small>
      </span>
    </a>
  );
}
