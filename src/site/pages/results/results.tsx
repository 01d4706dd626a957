import { Fragment } from "react";
import type { SiteContent } from "../../../content/site-content.ts";
import { CallToAction } from "../../parts/call-to-action.tsx";
import divider from "../../parts/divider.module.css";
import layout from "../../parts/layout.module.css";
import { PageHeader } from "../../parts/page-header.tsx";
import { Picture } from "../../parts/picture.tsx";
import { type Concern, countSteps, drawMarks, skin } from "./drawing.ts";
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
      />
      <section className={`${layout.frame} ${layout.tail}`} aria-label={`${page.before} / ${page.after}`}>
        {drawn && <Skin />}
        <div className={styles.cards}>
          {results.map((card, index) => (
            <Fragment key={card.treatment}>
              <Card {...card} index={index} page={page} />
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

function Card(props: Props["results"][number] & { index: number; page: Props["page"] }) {
  const { treatment, area, duration, path, note, shows, index, page } = props;
  const steps = countSteps(duration);
  return (
    <figure className={styles.card} data-path={path}>
      {"drawing" in shows ? (
        <Drawing concern={shows.drawing} label={`${page.tag}: ${shows.alt}`} index={index} />
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
      <div className={`${styles.course} ${divider.divider}`}>
        <svg aria-hidden="true">
          {Array.from({ length: steps }, (_, step) => (
            <circle key={String(step)} cx={`${((100 * (step + 0.5)) / steps).toFixed(1)}%`} cy="50%" r="4" />
          ))}
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

/** Both halves are the same skin in the same light. After shows a part of before, in the same places. */
function Drawing({ concern, label, index }: { concern: Concern; label: string; index: number }) {
  const marks = drawMarks(concern, index);
  const id = (kind: number) => `drawing-${index}-${kind}`;
  return (
    <div className={styles.pair} role="img" aria-label={label} data-drawing={concern}>
      <svg className={styles.half} viewBox="0 0 200 200" aria-hidden="true">
        <use href="#skin" />
        {marks.map(({ stays, goes, width: [width], opacity: [opacity] }, kind) => (
          <g key={id(kind)} strokeWidth={width} opacity={opacity}>
            <path id={id(kind)} d={stays} />
            {goes && <path d={goes} />}
          </g>
        ))}
      </svg>
      <svg className={styles.half} viewBox="0 0 200 200" aria-hidden="true">
        <use href="#skin" />
        {marks.map(({ width: [, width], opacity: [, opacity] }, kind) => (
          <use key={id(kind)} href={`#${id(kind)}`} strokeWidth={width} opacity={opacity} />
        ))}
      </svg>
    </div>
  );
}

/** The skin that every drawing is on, drawn once: its light falls from the left, and its tone is the drawing's own. */
function Skin() {
  return (
    <svg className={styles.shapes} width="0" height="0" aria-hidden="true">
      <linearGradient id="shade" y2=".25">
        <stop stopColor="currentcolor" stopOpacity="0" />
        <stop stopColor="currentcolor" stopOpacity=".3" offset="1" />
      </linearGradient>
      <symbol id="skin" viewBox="0 0 200 200">
        {["currentcolor", "url(#shade)"].map((fill) => (
          <path key={fill} d="M0 0h200v200H0z" fill={fill} stroke="none" />
        ))}
        <path d={skin.form} strokeWidth=".5" opacity=".28" />
        <path d={skin.pores} strokeWidth=".9" opacity=".4" />
      </symbol>
    </svg>
  );
}
