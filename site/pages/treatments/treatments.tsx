import { openContent } from "../../../studio/content.ts";
import { headOf } from "../../../studio/page-head.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Close } from "../../ui/close.tsx";
import { headTags } from "../../ui/head.ts";
import layout from "../../ui/layout.module.css";
import { Opening } from "../../ui/opening.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Row } from "../../ui/row.tsx";
import seam from "../../ui/seam.module.css";
import { Text } from "../../ui/text.tsx";
import type { Route } from "./+types/treatments";
import styles from "./treatments.module.css";

export async function loader() {
  const content = openContent();
  const { heading, lede, note, indexLabel, close, ...page } = content.pages.treatments;
  return {
    head: headOf(content, "/treatments", page),
    heading,
    lede,
    note,
    indexLabel,
    paths: await Promise.all(
      content.paths.map(async ({ card: _, treatments, ...path }) => ({
        ...path,
        picture: await content.picture(path.picture),
        treatments: treatments.map((item) =>
          "slug" in item
            ? { name: content.treatments.get(item.slug)?.name ?? "", line: item.line, to: `/treatments/${item.slug}` }
            : { name: item.name, line: item.line },
        ),
      })),
    ),
    close: { ...close, call: content.call },
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) => headTags(loaderData.head);

export default function Treatments({ loaderData }: Route.ComponentProps) {
  const { heading, lede, note, indexLabel, paths, close } = loaderData;
  return (
    <>
      <Opening heading={heading} lede={lede} />
      <nav className={layout.frame} aria-label={indexLabel}>
        <div className={styles.index}>
          {paths.map(({ id, title, index, wavelength }) => (
            <a key={id} className={`${styles.band} ${seam.seam}`} href={`#${id}`} data-path={id}>
              <span className={styles.nm}>
                <Text>{wavelength}</Text>
              </span>
              <b>{title}</b>
              <span>{index}</span>
            </a>
          ))}
        </div>
        <p className={`${layout.soft} ${layout.fine} ${styles.note}`}>{note}</p>
      </nav>
      {paths.map((path) => (
        <section
          key={path.id}
          className={`${layout.section} ${layout.frame} ${styles.chapter}`}
          id={path.id}
          data-path={path.id}
          aria-labelledby={`${path.id}-heading`}
        >
          <Picture className={styles.art} picture={path.picture} sizes="(width < 60rem) 95vw, 58vw" decorative />
          <div className={`${styles.head} ${layout.sticky}`}>
            <h2 id={`${path.id}-heading`}>{path.title}</h2>
            <p className={styles.sub}>{path.subtitle}</p>
            <p className={layout.soft}>{path.description}</p>
            <ButtonLink className={styles.button} to="/contact" state={{ treatment: path.title }}>
              {path.button}
            </ButtonLink>
          </div>
          <ul className={styles.list} role="list">
            {path.treatments.map((item) => (
              <Row key={item.name} {...item} />
            ))}
          </ul>
        </section>
      ))}
      <Close {...close} />
    </>
  );
}
