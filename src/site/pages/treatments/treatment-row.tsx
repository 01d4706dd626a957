import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import divider from "../../parts/divider.module.css";
import styles from "./treatment-row.module.css";

interface TreatmentRowProps {
  name: string;
  line: string;
  to: string;
  /** The line says that the treatment is not offered. */
  notOffered?: boolean;
  thumbnail?: string | undefined;
}

/** A treatment in a list: a link with a picture and an arrow. */
export function TreatmentRow({ name, line, to, notOffered, thumbnail }: TreatmentRowProps) {
  return (
    <li className={divider.divider}>
      <a className={styles.row} href={to}>
        {thumbnail && <img src={thumbnail} width="96" height="72" alt="" loading="lazy" />}
        <span>
          <b>{name}</b>
          <span className={notOffered ? styles.notOffered : undefined}>{line}</span>
        </span>
        <Icon shape={icons.arrowRight} />
      </a>
    </li>
  );
}
