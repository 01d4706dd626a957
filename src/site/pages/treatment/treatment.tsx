import { BookButton, ButtonLink } from "../../parts/button.tsx";
import end from "../../parts/call-to-action.module.css";
import layout from "../../parts/layout.module.css";
import { Picture } from "../../parts/picture.tsx";
import { Prose, ProseBlocks } from "../../parts/prose.tsx";
import { Ticks } from "../../parts/ticks.tsx";
import light from "../../parts/window-light.module.css";
import { BeforeYouBook } from "./before-you-book.tsx";
import { CanIHaveIt } from "./can-i-have-it.tsx";
import { Facts } from "./facts.tsx";
import { Recovery } from "./recovery.tsx";
import { WhatCanGoWrong } from "./risks.tsx";
import lists from "./steps.module.css";
import styles from "./treatment.module.css";
import type { TreatmentProps } from "./treatment-props.ts";

/** A phone with a pixel ratio of three gets a picture for two: nobody sees the difference, and it loads sooner. */
const heroSizes = "(width < 48rem) and (resolution >= 2.5x) 64vw, (width < 48rem) 95vw, 50vw";

export function Treatment(props: TreatmentProps) {
  const { page, path, about, picture, decorativePicture, name, summary, notOffered, button, body, before, related } =
    props;
  const { way, recovery, can } = page;
  const top =
    props.recovery && recovery ? { recovery: recovery.link } : props.facts.length ? { facts: way.facts } : undefined;
  const parts = {
    ...top,
    ...(!notOffered && { ...(can.link && { can: can.link }), steps: way.steps }),
    risks: way.risks,
    ...(!notOffered && { before: way.before }),
  };
  return (
    <div data-path={path}>
      <section className={`${styles.opening} ${light.windowLight} ${layout.frame}`}>
        <a className={`${styles.back} ${layout.tap} ${layout.onScreen}`} href="/treatments">
          <span aria-hidden="true">←</span> <span>{page.back}</span>
        </a>
        <div className={styles.title}>
          <h1 className={titleSize(name)}>{name}</h1>
        </div>
        {notOffered ? (
          <p className={`${layout.lede} ${styles.notOffered}`}>
            <strong>{notOffered.heading}</strong> {notOffered.text}
          </p>
        ) : (
          <>
            <p className={layout.lede}>{summary}</p>
            <div className={`${styles.book} ${layout.onScreen}`}>
              <BookButton about={about}>
                <ButtonWords text={button} />
              </BookButton>
              {page.bookNote && <p>{page.bookNote}</p>}
            </div>
          </>
        )}
        <Picture
          className={`${styles.art} ${layout.onScreen}`}
          picture={picture}
          sizes={heroSizes}
          decorative={decorativePicture}
          eager
        />
        {props.facts.length > 0 && <Facts heading={page.factsHeading} facts={props.facts} />}
        <nav className={styles.contents} aria-label={way.label}>
          <ul className={`${styles.links} ${layout.links}`} role="list">
            {Object.entries(parts).map(([part, label]) => (
              <li key={part}>
                <a href={`#${part}`}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={`${layout.fine} ${layout.soft} ${styles.notes}`}>
          {props.extraFacts.map(({ label, text }) => (
            <p key={text}>
              {label} <b>{text}</b>
            </p>
          ))}
          {!notOffered && <p>{page.caveat}</p>}
        </div>
      </section>

      {props.recovery && <Recovery {...props.recovery} />}

      <section className={`${styles.part} ${layout.frame}`}>
        <h2 className={`${styles.head} ${longestWord(body.whatIs.heading) > 12 ? styles.longHeading : ""}`}>
          {body.whatIs.heading}
        </h2>
        <div className={`${styles.body} ${layout.stack}`}>
          <ProseBlocks blocks={body.whatIs.text} />
        </div>
      </section>

      {!notOffered && (
        <>
          <section className={`${styles.part} ${styles.joined} ${layout.frame}`} id="steps">
            <h2 className={`${styles.head} ${layout.sticky}`}>{page.stepsHeading}</h2>
            <ol className={`${lists.steps} ${styles.body}`} role="list">
              {body.steps.map(({ label, text }) => (
                <li key={label}>
                  <p>
                    <strong>{label}</strong> <Prose {...text} />
                  </p>
                </li>
              ))}
            </ol>
          </section>
          <section className={`${styles.part} ${layout.blush} ${layout.frame}`}>
            <div className={styles.head}>
              <h2>{page.benefitsHeading}</h2>
              <p className={layout.soft}>
                <Prose {...body.benefits.intro} />
              </p>
            </div>
            <Ticks className={`${styles.body} ${lists.ticks}`} items={body.benefits.items} />
          </section>
          <CanIHaveIt words={page.can} {...props.can} />
        </>
      )}

      <WhatCanGoWrong {...props} />

      {!notOffered && <BeforeYouBook {...before} {...body.before} />}

      {related.length > 0 && (
        <nav className={`${styles.part} ${styles.joined} ${styles.related} ${layout.frame}`} aria-label={page.related}>
          <h2 className={styles.head}>{page.related}</h2>
          <ul className={`${styles.body} ${styles.links} ${layout.links}`} role="list">
            {related.map(({ slug, name }) => (
              <li key={slug}>
                <a href={`/treatments/${slug}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}

      <section
        className={`${end.band} ${styles.ending} ${light.windowLight} ${layout.onDusk} ${layout.onScreen} ${layout.frame}`}
        aria-label={notOffered ? page.back : page.closeLabel}
      >
        {notOffered ? (
          <ButtonLink to="/treatments" kind="light">
            {page.back}
          </ButtonLink>
        ) : (
          <div>
            <p className={`${layout.lede} ${end.lede}`}>{page.closeText}</p>
            <BookButton about={about} kind="light">
              <ButtonWords text={button} />
            </BookButton>
          </div>
        )}
      </section>
    </div>
  );
}

/** The arrow is part of the words, and not read aloud. */
const ButtonWords = ({ text }: { text: string }) => (
  <>
    {text.replace(/ →$/, "")}
    {text.endsWith(" →") && <span aria-hidden="true"> →</span>}
  </>
);

/** The longest word of a title is never broken: it is set in a size in which it fits its column. */
function titleSize(name: string) {
  const longest = longestWord(name);
  return longest > 13 ? styles.longest : longest > 9 ? styles.long : undefined;
}

const longestWord = (text: string) => Math.max(...text.split(/[\s\p{Co}]/u).map((word) => word.length));
