import type { SiteContent } from "../../../content/site-content.ts";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import { buttonClass } from "../../parts/button.tsx";
import { CallToAction } from "../../parts/call-to-action.tsx";
import cards from "../../parts/cards.module.css";
import layout from "../../parts/layout.module.css";
import { PageHeader } from "../../parts/page-header.tsx";
import styles from "./testimonials.module.css";

export function testimonialsProps(content: SiteContent) {
  const { title, description, close, notice, updated: _, ...page } = content.pages.testimonials;
  const hasSamples = content.testimonials.some(({ source }) => source === "sample");
  return {
    page,
    notice: hasSamples ? notice : undefined,
    testimonials: content.testimonials.map(({ consent: _, ...review }) => review),
    reviewsUrl: content.studio.reviews?.url,
    newTab: content.site.newTab,
    close: { ...close, call: content.call },
  };
}

export function Testimonials(props: ReturnType<typeof testimonialsProps>) {
  const { page, notice, testimonials, reviewsUrl, newTab, close } = props;
  const leftOver = unpaired(testimonials.map(({ size }) => size === "large"));
  return (
    <>
      <PageHeader heading={page.heading} lede={page.lede} className={styles.top} />
      <section className={`${layout.frame} ${layout.tail}`} aria-label={page.heading}>
        <div className={`${styles.lead} ${layout.spread}`}>
          {notice && <p>{notice}</p>}
          {reviewsUrl && (
            <a className={buttonClass("line")} data-button href={reviewsUrl} target="_blank" rel="noopener noreferrer">
              {page.reviews}
              <Icon shape={icons.externalLink} />
              <span className="sr-only"> ({newTab})</span>
            </a>
          )}
        </div>
        <StarShapes />
        <ul className={`${cards.cards} ${styles.reviews}`} role="list">
          {testimonials.map(({ name, treatment, path, rating, text, size, source }, index) => (
            <li
              key={name}
              className={size === "small" ? undefined : styles[size]}
              data-alone={leftOver.has(index) || undefined}
            >
              <figure className={styles.review} data-path={path}>
                <blockquote>
                  <p>{text}</p>
                </blockquote>
                <figcaption>
                  <b>{name}</b>
                  {source === "sample" && <small>{page.tag}</small>}
                  <svg
                    viewBox={`0 0 ${20 * rating} 16`}
                    role="img"
                    aria-label={(source === "sample" ? page.sampleStars : page.stars).replace(
                      "{rating}",
                      String(rating),
                    )}
                  >
                    <use href="#stars" width="100" height="16" />
                  </svg>
                  <span>{treatment}</span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </section>
      <CallToAction {...close} />
    </>
  );
}

/** Where two reviews share a row, the first of an odd run between the large ones has a row of its own. */
function unpaired(large: boolean[]): Set<number> {
  const starts = large.flatMap((isLarge, index) => (!isLarge && large[index - 1] !== false ? [index] : []));
  return new Set(
    starts.filter((start) => {
      const end = large.indexOf(true, start);
      return ((end < 0 ? large.length : end) - start) % 2 === 1;
    }),
  );
}

/** Five stars, drawn once. Every card shows as many as its rating. */
function StarShapes() {
  return (
    <svg className={styles.shapes} width="0" height="0" aria-hidden="true">
      <symbol id="stars" viewBox="0 0 100 16">
        {[1, 21, 41, 61, 81].map((x) => (
          <path
            key={x}
            transform={`translate(${x})`}
            d="m8 .8 2.1 4.9 5.3.5-4 3.5 1.2 5.2L8 12.1l-4.6 2.8 1.2-5.2-4-3.5 5.3-.5z"
          />
        ))}
      </symbol>
    </svg>
  );
}
