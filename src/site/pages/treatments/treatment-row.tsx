import divider from "../../parts/divider.module.css";
import styles from "./treatment-row.module.css";

interface TreatmentRowProps {
  name: string;
  line: string;
  to: string;
  /** The line says that the treatment is not offered. */
  notOffered?: boolean;
  thumbnail?: string | undefined;
  /** Its answers, for the style sheet. What is not offered has none. */
  answers?: string | undefined;
}

/** A treatment in a list: a link with a picture and an arrow, and the answer to the situation that was chosen above. */
export function TreatmentRow({ name, line, to, notOffered, thumbnail, answers }: TreatmentRowProps) {
  return (
    <li className={divider.divider}>
      <a className={styles.row} href={to} data-answers={answers}>
        {thumbnail && <img src={thumbnail} width="96" height="72" alt="" loading="lazy" />}
        <b>{name}</b>
        <span className={notOffered ? styles.notOffered : undefined}>{line}</span>
      </a>
    </li>
  );
}
