import layout from "../../parts/layout.module.css";
import { Prose, type ProseBlock, ProseBlocks, type ProseText } from "../../parts/prose.tsx";
import { Text } from "../../parts/text.tsx";
import lists from "./risks.module.css";
import styles from "./treatment.module.css";

interface WhatCanGoWrongProps {
  strings: { heading: string; usual: string; rare: string; worry: string; firstAid: string; always: string[] };
  intro: ProseText[];
  usual: ProseText[];
  rare: ProseText[];
  worry: ProseBlock[];
  firstAid: ProseBlock[];
  /** The studio's own number, for what the practitioner wants to hear about. */
  phone: { text: string; href: string };
}

/** Shows the common and the rare effects, first aid, and whom to call. */
export function WhatCanGoWrong({ strings, intro, usual, rare, worry, firstAid, phone }: WhatCanGoWrongProps) {
  return (
    <section className={`${styles.part} ${layout.frame}`} id="risks">
      <div className={`${styles.head} ${layout.sticky}`}>
        <h2>{strings.heading}</h2>
        {intro.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never change places
          <p key={index} className={layout.soft}>
            <Prose {...text} />
          </p>
        ))}
      </div>
      <div className={styles.body}>
        <h3>{strings.usual}</h3>
        <ul className={lists.usual}>
          {usual.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: points never change places
            <li key={index}>
              <Effect {...item} />
            </li>
          ))}
        </ul>
        <h3 className={lists.not}>{strings.rare}</h3>
        <ul className={lists.rare}>
          {rare.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor do these
            <li key={index}>
              <Prose {...item} />
            </li>
          ))}
        </ul>
        <div className={lists.worry}>
          {firstAid.length > 0 && (
            <>
              <h3>{strings.firstAid}</h3>
              <ProseBlocks blocks={firstAid} />
            </>
          )}
          <h3>{strings.worry}</h3>
          {worry.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor do blocks
            <Worry key={index} block={block} phone={phone} />
          ))}
          <p className={layout.fine}>{strings.always.join(" ")}</p>
        </div>
      </div>
    </section>
  );
}

/** Sets how long an effect lasts beside it: "Redness, for 2-5 days". */
function Effect({ parts }: ProseText) {
  const [only] = parts;
  const at = typeof only === "string" && parts.length === 1 ? only.search(/, (?:for|often|usually|up to|about) /) : -1;
  if (typeof only !== "string" || at < 0) return <Prose parts={parts} />;
  return (
    <>
      {only.slice(0, at)}
      <span className="sr-only">, </span>
      <span>
        <Text>{only.slice(at + 2)}</Text>
      </span>
    </>
  );
}

/** A point that begins with whom to call gets the number in large type, one tap away. */
function Worry({ block, phone }: { block: ProseBlock; phone: WhatCanGoWrongProps["phone"] }) {
  if (block.kind !== "list") return <ProseBlocks blocks={[block]} />;
  return (
    <ul className={lists.calls}>
      {block.items.map((item, index) => {
        const [first] = item.parts;
        const who = typeof first === "object" && "bold" in first ? first.bold : "";
        const number = /\b\d{3}\b/.exec(who)?.[0];
        const call = number ? { text: number, href: `tel:${number}` } : /\bme\b/.test(who) ? phone : undefined;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: points never change places
          <li key={index}>
            {call && (
              <a className={lists.number} href={call.href}>
                {call.text}
              </a>
            )}
            <span>
              <Prose {...item} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
