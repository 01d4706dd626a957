import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import { ButtonLink } from "../../parts/button.tsx";
import end from "../../parts/call-to-action.module.css";
import layout from "../../parts/layout.module.css";
import { Picture } from "../../parts/picture.tsx";
import { Prose, ProseBlocks } from "../../parts/prose.tsx";
import { Ticks } from "../../parts/ticks.tsx";
import light from "../../parts/window-light.module.css";
import { BeforeYouBook } from "./before-you-book.tsx";
import { CanIHaveIt } from "./can-i-have-it.tsx";
import { Facts } from "./facts.tsx";
import { ReadNext } from "./read-next.tsx";
import { WhatCanGoWrong } from "./risks.tsx";
import lists from "./steps.module.css";
import styles from "./treatment.module.css";
import type { TreatmentProps } from "./treatment-props.ts";

/** A phone with a pixel ratio of three gets a picture for two: nobody sees the difference, and it loads sooner. */
const heroSizes = "(width < 48rem) and (resolution >= 2.5x) 64vw, (width < 48rem) 95vw, 50vw";

export function Treatment(props: TreatmentProps) {
  const { page, path, picture, decorativePicture, name, summary, notOffered, close, body, before, related } = props;
  const parts = notOffered ? (["facts", "risks"] as const) : (["facts", "steps", "risks", "before"] as const);
  return (
    <div data-path={path}>
      <section className={`${styles.open} ${light.windowLight} ${layout.frame}`}>
        <a className={styles.back} href="/treatments">
          <Icon shape={icons.arrowLeft} />
          {page.back}
        </a>
        <div className={styles.title}>
          <h1 className={titleSize(name)}>{name}</h1>
        </div>
        {notOffered ? (
          <p className={`${layout.lede} ${styles.state}`}>
            <strong>{notOffered.heading}</strong> {notOffered.text}
          </p>
        ) : (
          <p className={layout.lede}>{summary}</p>
        )}
        <Picture className={styles.art} picture={picture} sizes={heroSizes} decorative={decorativePicture} eager />
        <nav className={styles.way} aria-label={page.way.label}>
          <ul role="list">
            {parts.map((part) => (
              <li key={part}>
                <a href={`#${part}`}>{page.way[part]}</a>
              </li>
            ))}
          </ul>
        </nav>
        <Facts heading={page.factsHeading} facts={props.facts} />
        {!notOffered && <CanIHaveIt words={page.can} {...props.can} />}
        <div className={styles.fine}>
          {[...props.extraFacts, ...(props.review ? [props.review] : [])].map(({ label, text }) => (
            <p key={label}>
              {label} <b>{text}</b>
            </p>
          ))}
          {!notOffered && <p>{page.caveat}</p>}
        </div>
      </section>

      <section className={`${styles.part} ${layout.frame}`}>
        <h2 className={`${styles.head} ${longestWord(body.whatIs.heading) > 12 ? styles.above : ""}`}>
          {body.whatIs.heading}
        </h2>
        <div className={`${styles.body} ${layout.stack}`}>
          <ProseBlocks blocks={body.whatIs.blocks} />
        </div>
      </section>

      {!notOffered && (
        <section className={`${styles.part} ${styles.joined} ${layout.frame}`} id="steps">
          <h2 className={`${styles.head} ${layout.sticky}`}>{page.stepsHeading}</h2>
          <ol className={`${lists.steps} ${styles.body}`} role="list">
            {body.steps.map(({ label, text }) => (
              <li key={label}>
                <Icon shape={icons.tick} />
                <p>
                  <strong>{label}</strong> <Prose {...text} />
                </p>
              </li>
            ))}
          </ol>
        </section>
      )}

      {!notOffered && (
        <section className={`${styles.part} ${layout.blush} ${layout.frame}`}>
          <div className={styles.head}>
            <h2>{page.benefitsHeading}</h2>
            <p className={layout.soft}>
              <Prose {...body.benefits.intro} />
            </p>
          </div>
          <Ticks className={`${styles.body} ${lists.ticks}`} items={body.benefits.items} />
        </section>
      )}

      <WhatCanGoWrong strings={page.risks} {...body.risks} phone={props.phone} />

      {!notOffered && <BeforeYouBook {...before} {...body.before} />}

      {related.length > 0 && <ReadNext heading={page.related} treatments={related} />}

      <section
        className={`${end.band} ${styles.close} ${light.windowLight} ${layout.frame}`}
        aria-label={notOffered ? page.back : page.closeLabel}
      >
        {notOffered ? (
          <ButtonLink to="/treatments" kind="light">
            {page.back}
          </ButtonLink>
        ) : (
          <div>
            <p className={`${layout.lede} ${end.lede}`}>{close.text}</p>
            <ButtonLink to="/contact" treatment={name} kind="light">
              {close.button.replace(/ →$/, "")}
              {close.button.endsWith(" →") && <span aria-hidden="true"> →</span>}
            </ButtonLink>
          </div>
        )}
      </section>
    </div>
  );
}

/** The longest word of a title is never broken: it is set in a size in which it fits its column. */
function titleSize(name: string) {
  const longest = longestWord(name);
  return longest > 13 ? styles.longest : longest > 9 ? styles.long : undefined;
}

const longestWord = (text: string) => Math.max(...text.split(/\s/).map((word) => word.length));
