import type { SiteContent } from "../../../content/site-content.ts";
import { CallToAction } from "../../parts/call-to-action.tsx";
import divider from "../../parts/divider.module.css";
import layout from "../../parts/layout.module.css";
import { PageHeader } from "../../parts/page-header.tsx";
import { Picture, type PictureData } from "../../parts/picture.tsx";
import styles from "./results.module.css";

export async function resultsProps(content: SiteContent) {
  const words = content.pages.results;
  if (!words) throw new Error("The results page is rendered only for a studio that has pages/results.yaml.");
  const { title, description, close, updated: _, ...page } = words;
  return {
    page,
    results: await Promise.all(
      content.results.map(async (card) => ({
        ...card,
        before: await content.picture(card.before),
        after: await content.picture(card.after),
      })),
    ),
    close: { ...close, call: content.call },
  };
}

export function Results({ page, results, close }: Awaited<ReturnType<typeof resultsProps>>) {
  return (
    <>
      <PageHeader
        heading={page.heading}
        headingNote={results.some(({ illustration }) => illustration) && <p className={styles.drawn}>{page.drawn}</p>}
        lede={page.lede}
        note={page.disclaimer}
      />
      <section className={`${layout.frame} ${layout.tail}`} aria-label={`${page.before} / ${page.after}`}>
        <ul className={styles.pairs} role="list">
          {results.map(({ treatment, area, duration, path, before, after, illustration }) => (
            <li key={treatment}>
              <figure className={styles.pair} data-path={path}>
                <div className={styles.halves}>
                  <ResultPicture picture={before} label={page.before} />
                  <ResultPicture picture={after} label={page.after} />
                </div>
                <figcaption className={divider.divider}>
                  <h2>{treatment}</h2>
                  <p>{area}</p>
                  <p className={styles.when}>{duration}</p>
                  {illustration && <p className={styles.illustration}>{page.tag}</p>}
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

function ResultPicture({ picture, label }: { picture: PictureData; label: string }) {
  return (
    <Picture className={styles.half} picture={picture} sizes="(width < 48rem) 50vw, 25vw">
      <span className={styles.tag}>{label}</span>
    </Picture>
  );
}
