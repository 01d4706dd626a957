import { bookingBlockers } from "../../../content/booking.ts";
import { treatmentPicture } from "../../../content/page-list.ts";
import type { SiteContent } from "../../../content/site-content.ts";
import { CentredCallToAction } from "../../parts/call-to-action.tsx";
import { Icon } from "../../parts/icon.tsx";
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

/** A phone with three pixels to the point gets two of them, as nobody sees the third and the page waits for it. */
const heroSizes = "(width < 60rem) and (resolution >= 2.5x) 64vw, (width < 60rem) 95vw, 40vw";

export async function treatmentProps(content: SiteContent, slug: string) {
  const treatment = content.treatments.get(slug);
  const path = content.paths.find(({ id }) => id === treatment?.path);
  if (!treatment || !path) throw new Error(`There is no treatment at ${slug}`);

  const { labels, before, button, ...page } = content.pages.treatment;
  const fourthFact = (["frequency", "plan", "timeline"] as const).find((field) => treatment[field]) ?? "plan";
  const bookable = bookingBlockers(content, treatment, content.siteUrl).length === 0;
  const { more } = content.site;
  return {
    page,
    path: path.id,
    picture: await content.picture(treatmentPicture(content, treatment)),
    /** The path's picture is described where the path is. */
    decorativePicture: !treatment.picture,
    name: treatment.name,
    summary: treatment.summary,
    bookable,
    button: bookable ? (treatment.button ?? button) : page.ask,
    extraFacts: (["performedBy", "priceFrom"] as const).flatMap((name) => {
      const text = treatment[name];
      return text ? [{ label: more[name], text }] : [];
    }),
    facts: (["duration", "downtime", "comfort", fourthFact] as const).map((field) => ({
      label: labels[field],
      value: treatment[field]?.value ?? "",
      key: treatment[field]?.key,
    })),
    body: treatment.body,
    before: {
      heading: before.heading,
      lead: before.lead,
      own: before.own,
      shared: before.shared,
      after: before.after,
      everyone: before.core,
      consent: before.consent,
    },
    related: await Promise.all(
      treatment.related.map(async (slug) => {
        const { name = "", summary: line = "" } = content.treatments.get(slug) ?? {};
        return { slug, name, line, thumbnail: await content.thumbnail(slug) };
      }),
    ),
  };
}

export type TreatmentProps = Awaited<ReturnType<typeof treatmentProps>>;

export function Treatment(props: TreatmentProps) {
  const {
    page,
    path,
    picture,
    decorativePicture,
    name,
    summary,
    bookable,
    button,
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
            <Icon name="back" />
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

      <section className={`${layout.section} ${layout.frame}`} data-later="">
        <h2 className={layout.colHead}>{body.whatIs.heading}</h2>
        <div className={`${layout.colBody} ${layout.stack}`}>
          <ProseBlocks blocks={body.whatIs.blocks} lede />
        </div>
      </section>

      <section className={layout.frame} data-later="">
        <h2 className={`${layout.colHead} ${layout.sticky}`}>{page.stepsHeading}</h2>
        <ol className={`${styles.steps} ${layout.colBody}`} role="list">
          {body.steps.map(({ label, text }) => (
            <li key={label}>
              <Icon name="tick" />
              <p>
                <strong>{label}</strong> <Prose {...text} />
              </p>
            </li>
          ))}
        </ol>
      </section>

      <section className={`${layout.section} ${layout.blush} ${layout.frame}`} data-later="">
        <div className={`${layout.colHead} ${layout.stack}`}>
          <h2>{page.benefitsHeading}</h2>
          <p className={layout.soft}>
            <Prose {...body.benefits.intro} />
          </p>
        </div>
        <Ticks className={layout.colBody} items={body.benefits.items} />
      </section>

      <WhatCanGoWrong strings={page.risks} {...body.risks} />

      <BeforeYouBook {...before} {...body.before} />

      <section className={`${layout.frame} ${layout.tail} ${styles.related}`} data-later="">
        <h2 className={layout.colHead}>{page.related}</h2>
        <ul className={layout.colBody} role="list">
          {related.map((item) => (
            <TreatmentRow key={item.slug} {...item} to={`/treatments/${item.slug}`} />
          ))}
        </ul>
      </section>

      <CentredCallToAction
        label={page.closeLabel}
        text={page.closeText}
        note={bookable ? undefined : page.unavailable}
        treatment={name}
      >
        {button.replace(/ →$/, "")}
        {button.endsWith(" →") && <span aria-hidden="true"> →</span>}
      </CentredCallToAction>
    </div>
  );
}
