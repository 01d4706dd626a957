import { BookButton } from "../../parts/button.tsx";
import layout from "../../parts/layout.module.css";
import { Prose, type ProseBlock, ProseBlocks, type ProseText } from "../../parts/prose.tsx";
import lists from "./risks.module.css";
import styles from "./treatment.module.css";

interface WhatCanGoWrongProps {
  strings: { heading: string; usual: string; rare: string; worry: string; firstAid: string; always: string[] };
  intro: ProseText[];
  /** What is usual, or the words that lead to where it is drawn. */
  usual: ProseText[] | undefined;
  drawnAbove: ProseText | undefined;
  rare: ProseText[];
  worry: ProseBlock[];
  firstAid: ProseBlock[];
  /** The studio's own number, for what the practitioner wants to hear about. */
  phone: { text: string; href: string };
  /** Beside the risks on a wide screen, where there is room for it. */
  book: { about: string; text: string } | undefined;
}

/** Shows the common and the rare effects, first aid, and whom to call. */
export function WhatCanGoWrong(props: WhatCanGoWrongProps) {
  const { strings, intro, usual, drawnAbove, rare, worry, firstAid, phone, book } = props;
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
        {drawnAbove && (
          <p className={layout.soft}>
            <Prose {...drawnAbove} />
          </p>
        )}
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
            <Points items={usual} className={lists.usual} />
          </>
        )}
        <h3 className={lists.not}>{strings.rare}</h3>
        <Points items={rare} className={lists.rare} />
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

export const Points = ({ items, className }: { items: ProseText[]; className?: string | undefined }) => (
  <ul className={className}>
    {items.map((item, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: points never change places
      <li key={index}>
        <Prose {...item} />
      </li>
    ))}
  </ul>
);

/** A point that begins with whom to call: the words with the number are a link, and the studio's own number follows. */
function Worry({ block, phone }: { block: ProseBlock; phone: WhatCanGoWrongProps["phone"] }) {
  if (block.kind !== "list") return <ProseBlocks blocks={[block]} />;
  return (
    <ul className={lists.calls}>
      {block.items.map(({ parts: [first, ...rest] }, index) => {
        const who = typeof first === "object" && "bold" in first ? first.bold : "";
        const number = /\b\d{3}\b/.exec(who)?.[0];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: points never change places
          <li key={index}>
            {number ? <a href={`tel:${number}`}>{who}</a> : first && <Prose parts={[first]} />}
            <Prose parts={rest} />
            {/\bme\b/.test(who) && (
              <>
                {" "}
                <a href={phone.href}>{phone.text}</a>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
