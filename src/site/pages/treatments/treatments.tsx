import type { SiteContent } from "../../../content/site-content.ts";
import { ButtonLink } from "../../parts/button.tsx";
import { CallToAction } from "../../parts/call-to-action.tsx";
import divider from "../../parts/divider.module.css";
import layout from "../../parts/layout.module.css";
import { PageHeader } from "../../parts/page-header.tsx";
import { Picture } from "../../parts/picture.tsx";
import { Text } from "../../parts/text.tsx";
import { TreatmentRow } from "../../parts/treatment-row.tsx";
import styles from "./treatments.module.css";

export async function treatmentsProps(content: SiteContent) {
  const { heading, lede, note, indexLabel, skinTypes, close } = content.pages.treatments;
  return {
    heading,
    lede,
    note,
    indexLabel,
    skinTypes,
    paths: await Promise.all(
      content.paths.map(async ({ card: _, treatments, ...path }) => ({
        ...path,
        picture: await content.picture(path.picture),
        treatments: await Promise.all(
          treatments.map(async (item) =>
            "slug" in item
              ? {
                  name: content.treatments.get(item.slug)?.name ?? "",
                  line: content.offered.has(item.slug) ? item.line : content.pages.treatment.notOffered.row,
                  notOffered: !content.offered.has(item.slug),
                  to: `/treatments/${item.slug}`,
                  thumbnail: await content.thumbnail(item.slug),
                }
              : { name: item.name, line: item.line, note: item.note },
          ),
        ),
      })),
    ),
    close: { ...close, call: content.call },
  };
}

type Props = Awaited<ReturnType<typeof treatmentsProps>>;

export function Treatments({ heading, lede, note, indexLabel, skinTypes, paths, close }: Props) {
  return (
    <>
      <PageHeader heading={heading} lede={lede} />
      <nav className={layout.frame} aria-label={indexLabel}>
        <div className={styles.index}>
          {paths.map(({ id, title, index, wavelength }) => (
            <a key={id} className={`${styles.band} ${divider.divider}`} href={`#${id}`} data-path={id}>
              {wavelength && (
                <span className={styles.nm}>
                  <Text>{wavelength}</Text>
                </span>
              )}
              <b>{title}</b>
              <span>{index}</span>
            </a>
          ))}
        </div>
        {note && <p className={`${layout.soft} ${layout.fine} ${styles.note}`}>{note}</p>}
      </nav>
      {paths.map((path) => (
        <section
          key={path.id}
          className={`${layout.section} ${layout.frame} ${styles.chapter}`}
          id={path.id}
          data-path={path.id}
          aria-labelledby={`${path.id}-heading`}
        >
          <div className={styles.lead}>
            <Picture className={styles.art} picture={path.picture} sizes="(width < 60rem) 95vw, 42vw" decorative />
            <div className={styles.head}>
              <h2 id={`${path.id}-heading`}>{path.title}</h2>
              <p className={styles.sub}>{path.subtitle}</p>
              <p className={layout.soft}>{path.description}</p>
              <ButtonLink className={styles.button} to="/contact" treatment={path.title}>
                {path.button}
              </ButtonLink>
            </div>
          </div>
          <ul className={styles.list} role="list">
            {path.treatments.map((item) => (
              <TreatmentRow key={item.name} {...item} />
            ))}
          </ul>
        </section>
      ))}
      {skinTypes && (
        <section className={`${layout.section} ${layout.blush} ${layout.frame} ${styles.skinTypes}`} id="skin-types">
          <div className={`${layout.colHead} ${layout.stack}`}>
            <h2>{skinTypes.heading}</h2>
            <p className={layout.soft}>{skinTypes.text}</p>
          </div>
          <div className={layout.colBody}>
            <dl>
              {skinTypes.items.map(({ title, text }) => (
                <div key={title} className={divider.divider}>
                  <dt>{title}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
            <p className={layout.soft}>{skinTypes.note}</p>
          </div>
        </section>
      )}
      <CallToAction {...close} />
    </>
  );
}
