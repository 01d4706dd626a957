import layout from "../../parts/layout.module.css";
import { Prose, ProseBlocks } from "../../parts/prose.tsx";
import styles from "./treatment.module.css";
import type { TreatmentProps } from "./treatment-props.ts";

/** Shows who should ask first, and the aftercare. */
export function BeforeYouBook(props: TreatmentProps["before"] & TreatmentProps["body"]["before"]) {
  return (
    <section className={`${styles.beforeSection} ${layout.section} ${layout.frame}`} data-later="">
      <div className={`${layout.colHead} ${layout.stack} ${layout.sticky}`}>
        <h2>{props.heading}</h2>
        <p className={layout.soft}>{props.lead}</p>
      </div>
      <div className={`${layout.colBody} ${styles.before}`}>
        {props.notes.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes never change places
          <p key={index} className={styles.note}>
            <strong>
              <Prose {...note} />
            </strong>
          </p>
        ))}
        <h3>{props.own}</h3>
        <ul>
          {props.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor do points
            <li key={index}>
              <Prose {...item} />
            </li>
          ))}
        </ul>
        <h3>{props.shared}</h3>
        <ul className={styles.shared}>
          {props.everyone.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{props.consent}</p>
        <h3>{props.after}</h3>
        <div className={layout.soft}>
          <ProseBlocks blocks={props.aftercare} />
        </div>
      </div>
    </section>
  );
}
