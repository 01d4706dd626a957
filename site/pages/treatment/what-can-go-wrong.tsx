import layout from "../../parts/layout.module.css";
import { Prose, type ProseBlock, ProseBlocks, type ProseText } from "../../parts/prose.tsx";
import styles from "./treatment.module.css";

interface WhatCanGoWrongProps {
  words: { heading: string; usual: string; rare: string; worry: string };
  intro: ProseText[];
  usual: ProseText[];
  rare: ProseText[];
  worry: ProseBlock[];
}

/** The usual and the rare effects by name, and whom to call. */
export function WhatCanGoWrong({ words, intro, usual, rare, worry }: WhatCanGoWrongProps) {
  return (
    <section className={`${styles.risks} ${layout.section} ${layout.frame}`} data-later="">
      <div className={`${layout.colHead} ${layout.stack} ${layout.sticky}`}>
        <h2>{words.heading}</h2>
        {intro.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never change places
          <p key={at} className={layout.soft}>
            <Prose {...text} />
          </p>
        ))}
      </div>
      <div className={`${layout.colBody} ${styles.before}`}>
        <h3>{words.usual}</h3>
        <ProseBlocks blocks={[{ kind: "list", items: usual }]} />
        <h3>{words.rare}</h3>
        <ProseBlocks blocks={[{ kind: "list", items: rare }]} />
        <div className={styles.worry}>
          <h3>{words.worry}</h3>
          <ProseBlocks blocks={worry} />
        </div>
      </div>
    </section>
  );
}
