import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import { CentredCallToAction } from "../../parts/call-to-action.tsx";
import layout from "../../parts/layout.module.css";
import { Picture } from "../../parts/picture.tsx";
import { Prose, ProseBlocks } from "../../parts/prose.tsx";
import { Ticks } from "../../parts/ticks.tsx";
import { TreatmentRow } from "../../parts/treatment-row.tsx";
import light from "../../parts/window-light.module.css";
import { BeforeYouBook } from "./before-you-book.tsx";
import { Facts } from "./facts.tsx";
import { WhatCanGoWrong } from "./risks.tsx";
import styles from "./treatment.module.css";
import type { TreatmentProps } from "./treatment-props.ts";

/** A phone with a pixel ratio of three gets a picture for two: nobody sees the difference, and it loads sooner. */
const heroSizes = "(width < 60rem) and (resolution >= 2.5x) 64vw, (width < 60rem) 95vw, 40vw";

export function Treatment(props: TreatmentProps) {
  const {
    page,
    path,
    picture,
    decorativePicture,
    name,
    summary,
    notOffered,
    close,
    facts,
    extraFacts,
    body,
    before,
    related,
  } = props;
  return (
    <div data-path={path}>
      <section className={`${styles.detail} ${light.windowLight} ${layout.frame}`}>
        <div className={styles.way}>
          <a className={styles.back} href="/treatments">
            <Icon shape={icons.arrowLeft} />
            {page.back}
          </a>
          <nav className={styles.crumbs} aria-label="Breadcrumb">
            <ol role="list">
              <li>
                <a href="/">{page.home}</a>
              </li>
              <li>
                <a href="/treatments">{page.list}</a>
              </li>
              <li aria-current="page">{name}</li>
            </ol>
          </nav>
        </div>
        <h1 className={/\S{15}/.test(name) ? styles.long : undefined}>{name}</h1>
        {notOffered && (
          <p className={styles.state}>
            <strong>{notOffered.heading}</strong> {notOffered.text}
          </p>
        )}
        <p className={layout.lede}>{summary}</p>
        <Facts
          heading={page.factsHeading}
          facts={facts}
          caveat={page.caveat}
          extraFacts={extraFacts}
          className={styles.facts}
        />
        <Picture className={styles.art} picture={picture} sizes={heroSizes} decorative={decorativePicture} />
      </section>

      <section className={`${layout.section} ${layout.frame}`}>
        <h2 className={layout.colHead}>{body.whatIs.heading}</h2>
        <div className={`${layout.colBody} ${layout.stack}`}>
          <ProseBlocks blocks={body.whatIs.blocks} lede />
        </div>
      </section>

      <section className={layout.frame}>
        <h2 className={`${layout.colHead} ${layout.sticky}`}>{page.stepsHeading}</h2>
        <ol className={`${styles.steps} ${layout.colBody}`} role="list">
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

      {!notOffered && (
        <section className={`${layout.section} ${layout.blush} ${layout.frame}`}>
          <div className={`${layout.colHead} ${layout.stack}`}>
            <h2>{page.benefitsHeading}</h2>
            <p className={layout.soft}>
              <Prose {...body.benefits.intro} />
            </p>
          </div>
          <Ticks className={layout.colBody} items={body.benefits.items} />
        </section>
      )}

      <WhatCanGoWrong strings={page.risks} {...body.risks} />

      <BeforeYouBook {...before} {...body.before} />

      {related.length > 0 && (
        <section className={`${layout.frame} ${layout.tail} ${styles.related}`}>
          <h2 className={layout.colHead}>{page.related}</h2>
          <ul className={layout.colBody} role="list">
            {related.map((item) => (
              <TreatmentRow key={item.slug} {...item} to={`/treatments/${item.slug}`} />
            ))}
          </ul>
        </section>
      )}

      <CentredCallToAction label={page.closeLabel} text={close.text} treatment={name}>
        {close.button.replace(/ →$/, "")}
        {close.button.endsWith(" →") && <span aria-hidden="true"> →</span>}
      </CentredCallToAction>
    </div>
  );
}
