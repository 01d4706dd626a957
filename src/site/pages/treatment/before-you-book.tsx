import { Fragment } from "react";
import layout from "../../parts/layout.module.css";
import { Prose, ProseBlocks } from "../../parts/prose.tsx";
import styles from "./treatment.module.css";
import type { TreatmentProps } from "./treatment-props.ts";

/** Shows who should ask first, and the aftercare. */
export function BeforeYouBook(props: TreatmentProps["before"] & TreatmentProps["body"]["before"]) {
  return (
    <section className={`${layout.section} ${layout.frame}`}>
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
        {(["notDone", "askDoctor", "tellMe"] as const).map((list) => (
          <Fragment key={list}>
            <h3>{props.headings[list]}</h3>
            <ProseBlocks blocks={[{ kind: "list", items: props[list] }]} />
          </Fragment>
        ))}
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
