import { BookButton } from "../../parts/button.tsx";
import layout from "../../parts/layout.module.css";
import { Paragraphs, Points, ProseBlocks, type ProseText } from "../../parts/prose.tsx";
import lists from "./risks.module.css";
import styles from "./treatment.module.css";
import type { TreatmentProps } from "./treatment-props.ts";

interface WhatCanGoWrongProps extends Omit<TreatmentProps["body"]["risks"], "usual"> {
  strings: TreatmentProps["page"]["risks"];
  /** What is usual, or the words that lead to where it is drawn. */
  usual: ProseText[] | undefined;
  drawnAbove: ProseText | undefined;
  /** Beside the risks on a wide screen, where there is room for it. */
  book: { about: string; text: string } | undefined;
}

/** Shows the common and the rare effects, first aid, and whom to call. */
export function WhatCanGoWrong(props: WhatCanGoWrongProps) {
  const { strings, intro, usual, drawnAbove, rare, worry, firstAid, book } = props;
  return (
    <section className={`${styles.part} ${lists.lists} ${layout.frame}`} id="risks">
      <div className={`${styles.head} ${layout.sticky}`}>
        <h2>{strings.heading}</h2>
        <Paragraphs texts={drawnAbove ? [...intro, drawnAbove] : intro} className={layout.soft} />
        {book && (
          <BookButton className={lists.book} about={book.about} kind="small">
            {book.text}
          </BookButton>
        )}
      </div>
      <div className={styles.body}>
        {usual && (
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
