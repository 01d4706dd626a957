import type { SiteContent } from "../../../content/site-content.ts";
import { CallToAction } from "../../parts/call-to-action.tsx";
import columns from "../../parts/columns.module.css";
import divider from "../../parts/divider.module.css";
import { FactList } from "../../parts/fact-list.tsx";
import layout from "../../parts/layout.module.css";
import { Picture } from "../../parts/picture.tsx";
import { Paragraphs } from "../../parts/prose.tsx";
import list from "../../parts/ruled-list.module.css";
import { Text } from "../../parts/text.tsx";
import styles from "./about.module.css";

export async function aboutProps(content: SiteContent) {
  const { title, description, close, updated: _, ...page } = content.pages.about;
  return {
    page: { ...page, picture: await content.picture(page.picture) },
    practitioner: content.studio.practitioner.value,
    facts: content.labelledFacts("credentials", "registration", "insurance", "languages"),
    home: content.labelledFacts("household"),
    close: { ...close, call: content.call },
  };
}

export function About({ page, practitioner, facts, home, close }: Awaited<ReturnType<typeof aboutProps>>) {
  const { why, experience, equipment, approach, promise } = page;
  return (
    <>
      <section className={`${styles.about} ${layout.frame}`}>
        <div className={styles.text}>
          <h1>{page.heading.replace(/ (?=\S+$)/, "\u00a0")}</h1>
          <p className={layout.lede}>{page.lede}</p>
        </div>
        <Picture className={styles.art} picture={page.picture} sizes="(width < 60rem) 95vw, 48vw" eager />
      </section>

      <section className={`${layout.section} ${layout.frame}`}>
        <h2 className={columns.colHead}>{why.heading}</h2>
        <div className={`${columns.colBody} ${layout.stack}`}>
          <p className={`${layout.lede} ${layout.ledeInk}`}>{why.lede}</p>
          <Paragraphs texts={why.text} />
        </div>
      </section>

      <section className={`${layout.section} ${layout.frame} ${styles.years}`}>
        <p className={styles.figure}>
          <b>{experience.years}</b> {experience.unit}
        </p>
        <div className={`${columns.colBody} ${layout.stack}`}>
          <h2>{experience.heading}</h2>
          <Paragraphs texts={experience.text} />
          <FactList facts={facts} className={styles.kit} />
        </div>
      </section>

      <section className={`${layout.section} ${layout.blush} ${layout.frame}`}>
        <h2 className={columns.colHead}>{equipment.heading}</h2>
        <div className={columns.colBody}>
          <Paragraphs texts={equipment.text} />
          {equipment.items.length > 0 && (
            <dl className={`${list.ruled} ${styles.kit}`}>
              {equipment.items.map(({ path, title, text }) => (
                <div key={title} className={divider.divider} data-path={path}>
                  <dt>{title}</dt>
                  <dd>
                    <Text>{text}</Text>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      </section>

      <section className={`${layout.section} ${layout.frame}`}>
        <h2 className={columns.colHead}>{approach.heading}</h2>
        <div className={columns.colBody}>
          <Paragraphs texts={approach.text} />
          <dl className={`${list.ruled} ${styles.kit}`}>
            {approach.items.map(({ title, text }) => (
              <div key={title} className={divider.divider}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <FactList facts={home} />
        </div>
      </section>

      <section className={`${columns.sectionWide} ${layout.frame} ${styles.promise}`}>
        <h2>{promise.heading}</h2>
        <blockquote>
          <Paragraphs texts={promise.text} />
        </blockquote>
        <p className={layout.soft}>{practitioner}</p>
      </section>

      <CallToAction {...close} />
    </>
  );
}
