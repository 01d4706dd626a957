import { Fragment } from "react";
import type { SiteContent } from "../../../content/site-content.ts";
import { CallToAction } from "../../parts/call-to-action.tsx";
import cards from "../../parts/cards.module.css";
import divider from "../../parts/divider.module.css";
import layout from "../../parts/layout.module.css";
import { PageHeader } from "../../parts/page-header.tsx";
import { Picture } from "../../parts/picture.tsx";
import { countSteps, drawCourse, drawSteps, strip } from "./drawing.ts";
import styles from "./results.module.css";

export async function resultsProps(content: SiteContent) {
  const words = content.pages.results;
  if (!words) throw new Error("The results page is rendered only for a studio that has pages/results.yaml.");
  const { title, description, close, updated: _, ...page } = words;
  return {
    page,
    results: await Promise.all(
      content.results.map(async ({ shows, ...card }) => ({
        ...card,
        shows:
          "drawing" in shows
            ? shows
            : { pictures: [await content.picture(shows.before), await content.picture(shows.after)] },
      })),
    ),
    close: { ...close, call: content.call },
  };
}

type Props = Awaited<ReturnType<typeof resultsProps>>;

export function Results({ page, results, close }: Props) {
  const drawn = results.some(({ shows }) => "drawing" in shows);
  const [, first, rest] = /^(.*?\.) (.*)$/s.exec(page.disclaimer) ?? ["", page.disclaimer, ""];
  return (
    <>
      <PageHeader
        heading={page.heading}
        headingNote={drawn && <p className={styles.drawn}>{page.drawn}</p>}
        lede={page.lede}
        tight
      />
      <section className={`${layout.frame} ${styles.results}`} aria-label={`${page.before} / ${page.after}`}>
        <div className={`${cards.cards} ${styles.cards}`}>
          {results.map((card, index) => (
            <Fragment key={card.treatment}>
              <Card {...card} page={page} />
              {/* After the first card in the document, and below the first row on the screen. */}
              {index === 0 && (
                <p className={styles.disclaimer}>
                  <b>{first}</b> {rest}
                </p>
              )}
            </Fragment>
          ))}
        </div>
        {page.footnote && <p className={`${layout.fine} ${layout.soft}`}>{page.footnote}</p>}
      </section>
      <CallToAction {...close} />
    </>
  );
}

function Card(props: Props["results"][number] & { page: Props["page"] }) {
  const { treatment, area, duration, path, note, shows, page } = props;
  const steps = countSteps(duration);
  return (
    <figure className={styles.card} data-path={path}>
      {"drawing" in shows ? (
        <svg
          className={styles.drawing}
          role="img"
          aria-label={`${page.tag}: ${shows.alt}`}
          data-drawing={shows.drawing}
          viewBox={`0 0 ${strip.width} ${strip.height}`}
          preserveAspectRatio="none"
        >
          {/* A course whose sessions are not counted changes as often as one of six. */}
          <path d={drawCourse(shows.drawing, steps || 6)} />
        </svg>
      ) : (
        <div className={styles.pair}>
          {shows.pictures.map((picture) => (
            <Picture
              key={picture.src}
              className={styles.half}
              picture={picture}
              sizes="(width < 48rem) 46vw, (width < 60rem) 23vw, 22vw"
            />
          ))}
        </div>
      )}
      <div className={`${styles.course} ${divider.divider} ${layout.fine} ${layout.soft}`}>
        <svg viewBox={`0 0 ${strip.width} 12`} preserveAspectRatio="none" aria-hidden="true">
          <path d={drawSteps(steps)} />
        </svg>
        <span>{page.before}</span>
        <span>{page.after}</span>
      </div>
      <figcaption>
        <h2>{treatment}</h2>
        <p className={styles.when}>{duration}</p>
        <p>{area}</p>
        <p className={styles.kind}>{"drawing" in shows ? page.tag : page.photographs.tag}</p>
        {note && <p className={styles.note}>{note}</p>}
        {"drawing" in shows || <p className={styles.note}>{page.photographs.note}</p>}
      </figcaption>
    </figure>
  );
}
