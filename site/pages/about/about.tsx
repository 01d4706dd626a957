import { openContent } from "../../../studio/content.ts";
import { headOf } from "../../../studio/page-head.ts";
import { Close } from "../../ui/close.tsx";
import { headTags } from "../../ui/head.ts";
import layout from "../../ui/layout.module.css";
import { Picture } from "../../ui/picture.tsx";
import ruled from "../../ui/ruled.module.css";
import seam from "../../ui/seam.module.css";
import { Text } from "../../ui/text.tsx";
import type { Route } from "./+types/about";
import styles from "./about.module.css";

export async function loader() {
  const content = openContent();
  const { title, description, close, updated: _, ...page } = content.pages.about;
  return {
    head: headOf(content, "/about", { title, description }),
    page: { ...page, picture: await content.picture(page.picture) },
    practitioner: content.studio.practitioner.value,
    close: { ...close, call: content.call },
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) => headTags(loaderData.head);

export default function About({ loaderData }: Route.ComponentProps) {
  const { page, practitioner, close } = loaderData;
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
        <h2 className={layout.colHead}>{why.heading}</h2>
        <div className={`${layout.colBody} ${layout.stack}`}>
          <p className={`${layout.lede} ${layout.ledeInk}`}>{why.lede}</p>
          <p>{why.text}</p>
        </div>
      </section>

      <section className={`${layout.section} ${layout.frame} ${styles.years}`}>
        <p className={styles.figure}>
          <b>{experience.years}</b> {experience.unit}
        </p>
        <div className={`${layout.colBody} ${layout.stack}`}>
          <h2>{experience.heading}</h2>
          <p>{experience.text}</p>
        </div>
      </section>

      <section className={`${layout.section} ${layout.blush} ${layout.frame}`}>
        <h2 className={layout.colHead}>{equipment.heading}</h2>
        <div className={layout.colBody}>
          <p>{equipment.text}</p>
          <dl className={`${ruled.ruled} ${styles.kit}`}>
            {equipment.items.map(({ path, title, text }) => (
              <div key={title} className={seam.seam} data-path={path}>
                <dt>{title}</dt>
                <dd>
                  <Text>{text}</Text>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </section>

      <section className={`${layout.section} ${layout.frame}`}>
        <h2 className={layout.colHead}>{approach.heading}</h2>
        <div className={layout.colBody}>
          <p>{approach.text}</p>
          <dl className={`${ruled.ruled} ${styles.kit}`}>
            {approach.items.map(({ title, text }) => (
              <div key={title} className={seam.seam}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>

      <section className={`${layout.sectionWide} ${layout.frame} ${styles.promise}`}>
        <h2>{promise.heading}</h2>
        <blockquote>
          <p>{promise.text}</p>
        </blockquote>
        <p className={layout.soft}>{practitioner}</p>
      </section>

      <Close {...close} />
    </>
  );
}
