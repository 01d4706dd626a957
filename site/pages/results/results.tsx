import { openContent } from "../../../studio/content.ts";
import { headOf } from "../../../studio/page-head.ts";
import { Close } from "../../ui/close.tsx";
import { headTags } from "../../ui/head.ts";
import layout from "../../ui/layout.module.css";
import { Opening } from "../../ui/opening.tsx";
import { Picture, type PictureData } from "../../ui/picture.tsx";
import seam from "../../ui/seam.module.css";
import type { Route } from "./+types/results";
import styles from "./results.module.css";

export async function loader() {
  const content = openContent();
  const { title, description, close, updated: _, ...page } = content.pages.results;
  return {
    head: headOf(content, "/results", { title, description }),
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

export const meta = ({ loaderData }: Route.MetaArgs) => headTags(loaderData.head);

export default function Results({ loaderData }: Route.ComponentProps) {
  const { page, results, close } = loaderData;
  return (
    <>
      <Opening heading={page.heading} lede={page.lede} note={page.disclaimer} />
      <section className={`${layout.frame} ${layout.tail}`} aria-label={`${page.before} / ${page.after}`}>
        <ul className={styles.pairs} role="list">
          {results.map(({ treatment, area, duration, path, before, after, illustration }) => (
            <li key={treatment}>
              <figure className={styles.pair} data-path={path}>
                <div className={styles.halves}>
                  <Half picture={before} label={page.before} />
                  <Half picture={after} label={page.after} />
                </div>
                <figcaption className={seam.seam}>
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
      <Close {...close} />
    </>
  );
}

function Half({ picture, label }: { picture: PictureData; label: string }) {
  return (
    <Picture className={styles.half} picture={picture} sizes="(width < 48rem) 50vw, 25vw">
      <span className={styles.tag}>{label}</span>
    </Picture>
  );
}
