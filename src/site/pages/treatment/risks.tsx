import layout from "../../parts/layout.module.css";
import { Prose, type ProseBlock, ProseBlocks, type ProseText } from "../../parts/prose.tsx";
import styles from "./treatment.module.css";

interface WhatCanGoWrongProps {
  strings: { heading: string; usual: string; rare: string; worry: string; firstAid: string; always: string[] };
  intro: ProseText[];
  usual: ProseText[];
  rare: ProseText[];
  worry: ProseBlock[];
  firstAid: ProseBlock[];
}

/** Shows the common and the rare effects, and whom to call. */
export function WhatCanGoWrong({ strings, intro, usual, rare, worry, firstAid }: WhatCanGoWrongProps) {
  return (
    <section className={`${layout.section} ${layout.frame}`}>
      <div className={`${layout.colHead} ${layout.stack} ${layout.sticky}`}>
        <h2>{strings.heading}</h2>
        {intro.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never change places
          <p key={index} className={layout.soft}>
            <Prose {...text} />
          </p>
        ))}
      </div>
      <div className={`${layout.colBody} ${styles.before}`}>
        <h3>{strings.usual}</h3>
        <ProseBlocks blocks={[{ kind: "list", items: usual }]} />
        <h3>{strings.rare}</h3>
        <ProseBlocks blocks={[{ kind: "list", items: rare }]} />
        <div className={styles.worry}>
          <h3>{strings.worry}</h3>
          <ProseBlocks blocks={worry} />
          {strings.always.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {firstAid.length > 0 && (
            <>
              <h3>{strings.firstAid}</h3>
              <ProseBlocks blocks={firstAid} />
            </>
          )}
        </div>
      </div>
    </section>
  );
}
