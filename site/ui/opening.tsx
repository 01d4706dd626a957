import cast from "./cast.module.css";
import layout from "./layout.module.css";
import styles from "./opening.module.css";

interface OpeningProps {
  heading: string;
  lede: string;
  /** Said directly under the title, before anything it qualifies. */
  note?: string;
  tight?: boolean;
}

export function Opening({ heading, lede, note, tight = false }: OpeningProps) {
  return (
    <section className={`${styles.opening} ${tight ? styles.tight : cast.cast} ${layout.frame}`}>
      <div className={styles.title}>
        <h1>{heading}</h1>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <p className={layout.lede}>{lede}</p>
    </section>
  );
}
