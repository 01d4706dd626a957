import { BookButton } from "../../parts/button.tsx";
import layout from "../../parts/layout.module.css";
import { Paragraphs, Points, ProseBlocks } from "../../parts/prose.tsx";
import lists from "./risks.module.css";
import styles from "./treatment.module.css";
import type { TreatmentProps } from "./treatment-props.ts";

/** Shows the common and the rare effects, first aid, and whom to call. */
export function WhatCanGoWrong({ page, body, recovery, usual, about, book }: TreatmentProps) {
  const strings = page.risks;
  const { intro, rare, worry, firstAid } = body.risks;
  // What is usual is drawn above, or else a list here.
  const drawnAbove = recovery ? recovery.words.above : undefined;
  return (
    <section className={`${styles.part} ${lists.lists} ${layout.frame}`} id="risks">
      <div className={`${styles.head} ${layout.sticky}`}>
        <h2>{strings.heading}</h2>
        <Paragraphs texts={drawnAbove ? [...intro, drawnAbove] : intro} className={layout.soft} />
        {/* On a wide screen, where there is room for it. */}
        {about && (
          <BookButton className={lists.book} about={about} kind="small">
            {book}
          </BookButton>
        )}
      </div>
      <div className={styles.body}>
        {!recovery && usual && (
          <>
            <h3>{strings.usual}</h3>
            <Points items={usual} />
          </>
        )}
        <h3 className={lists.rareHeading}>{strings.rare}</h3>
        <Points items={rare} className={lists.rare} />
        <div className={lists.whomToCall}>
          {firstAid.length > 0 && (
            <>
              <h3>{strings.firstAid}</h3>
              <ProseBlocks blocks={firstAid} />
            </>
          )}
          <h3>{strings.worry}</h3>
          <ProseBlocks blocks={worry} />
          <p className={layout.fine}>{strings.always.join(" ")}</p>
        </div>
      </div>
    </section>
  );
}
