import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import divider from "./divider.module.css";
import styles from "./treatment-row.module.css";

interface TreatmentRowProps {
  name: string;
  line: string;
  note?: string | undefined;
  to?: string | undefined;
  thumbnail?: { avif: string; webp: string } | undefined;
  /** The line says that the treatment is not offered. */
  notOffered?: boolean;
}

/** A treatment in a list: a link with an arrow if it has its own page, plain text if not. */
export function TreatmentRow({ name, line, note, to, thumbnail, notOffered }: TreatmentRowProps) {
  const content = (
    <>
      <b>{name}</b>
      <span className={notOffered ? styles.notOffered : undefined}>{line}</span>
      {note && <small>{note}</small>}
    </>
  );
  if (!to) {
    return (
      <li className={`${divider.divider} ${divider.still}`}>
        <div className={styles.row}>{content}</div>
      </li>
    );
  }
  return (
    <li className={divider.divider}>
      <a className={thumbnail ? `${styles.row} ${styles.pictured}` : styles.row} href={to}>
        {content}
        {thumbnail && (
          <picture>
            <source type="image/avif" srcSet={thumbnail.avif} />
            <img src={thumbnail.webp} width="96" height="72" alt="" loading="lazy" decoding="sync" />
          </picture>
        )}
        <Icon shape={icons.arrowRight} />
      </a>
    </li>
  );
}
