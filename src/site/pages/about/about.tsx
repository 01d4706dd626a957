import type { Prose as ProseText } from "../../../content/schemas/prose.ts";
import type { SiteContent } from "../../../content/site-content.ts";
import { CallToAction } from "../../parts/call-to-action.tsx";
import columns from "../../parts/columns.module.css";
import divider from "../../parts/divider.module.css";
import { FactList } from "../../parts/fact-list.tsx";
import layout from "../../parts/layout.module.css";
import { Picture } from "../../parts/picture.tsx";
import { Paragraphs, Prose } from "../../parts/prose.tsx";
import { Text } from "../../parts/text.tsx";
import styles from "./about.module.css";

export async function aboutProps(content: SiteContent) {
  const { title, description, close, updated: _, portrait, picture, pictureNote, ...page } = content.pages.about;
  return {
    page,
    figure: {
      picture: await content.picture(portrait?.picture ?? picture),
      caption: portrait ? portrait.caption : pictureNote,
    },
    facts: content.labelledFacts("credentials", "registration", "insurance", "languages"),
    home: content.labelledFacts("household"),
    close: { ...close, call: content.call },
  };
}

export function About({ page, figure, facts, home, close }: Awaited<ReturnType<typeof aboutProps>>) {
  const { why, experience, equipment, approach, promise } = page;
  return (
    <>
      <section className={`${styles.about} ${layout.frame}`}>
        <div className={styles.text}>
          <h1>{page.heading.replace(/ (?=\S+$)/, "\u00a0")}</h1>
          <p className={layout.lede}>
            <Prose {...page.lede} />
          </p>
        </div>
        <div className={`${styles.promise} ${divider.divider}`}>
          <h2>{promise.heading}</h2>
          <blockquote>
            <Paragraphs texts={promise.text} />
          </blockquote>
        </div>
        <figure className={styles.figure}>
          <Picture className={styles.art} picture={figure.picture} sizes="(width < 60rem) 95vw, 28vw" eager />
          {figure.caption && <figcaption>{figure.caption}</figcaption>}
        </figure>
      </section>

      <section className={`${layout.section} ${layout.frame}`}>
        <h2 className={columns.colHead}>{why.heading}</h2>
        <div className={`${columns.colBody} ${layout.stack}`}>
          <p className={`${layout.lede} ${styles.whyLede}`}>
            <Prose {...why.lede} />
          </p>
          <Paragraphs texts={why.text} />
        </div>
      </section>

      <section className={`${layout.section} ${layout.frame} ${styles.years}`}>
        <p className={styles.count}>
          <b>{experience.years}</b> {experience.unit}
        </p>
        <div className={`${columns.colBody} ${layout.stack}`}>
          <h2>{experience.heading}</h2>
          <Paragraphs texts={experience.text} />
          <FactList facts={facts} className={styles.facts} />
        </div>
      </section>

      {/* Without a device that is offered there is nothing to say of them. */}
      {equipment.items.length > 0 && <Axes className={layout.blush} {...equipment} />}
      <Axes {...approach} items={[...approach.items, ...home.map(({ label, text }) => ({ title: label, text }))]} />

      <CallToAction {...close} />
    </>
  );
}

interface AxesProps {
  heading: string;
  text: ProseText[];
  items: { title: string; text: string; path?: string }[];
  className?: string | undefined;
}

/** A section whose answers stand side by side on the four axes. */
function Axes({ heading, text, items, className = "" }: AxesProps) {
  return (
    <section className={`${layout.section} ${layout.frame} ${styles.axes} ${className}`}>
      <h2 className={columns.colHead}>{heading}</h2>
      <div className={columns.colBody}>
        <Paragraphs texts={text} />
      </div>
      {items.length > 0 && (
        <dl>
          {items.map(({ path, title, text }) => (
            <div key={title} className={divider.divider} data-path={path}>
              <dt>{title}</dt>
              <dd>
                <Text>{text}</Text>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
