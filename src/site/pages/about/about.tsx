import type { Prose as ProseText } from "../../../content/schemas/prose.ts";
import type { SiteContent } from "../../../content/site-content.ts";
import { CallToAction } from "../../parts/call-to-action.tsx";
import cards from "../../parts/cards.module.css";
import columns from "../../parts/columns.module.css";
import divider from "../../parts/divider.module.css";
import { FactList } from "../../parts/fact-list.tsx";
import layout from "../../parts/layout.module.css";
import { Picture } from "../../parts/picture.tsx";
import { Paragraphs, Prose, Text } from "../../parts/prose.tsx";
import list from "../../parts/ruled-list.module.css";
import light from "../../parts/window-light.module.css";
import styles from "./about.module.css";

export async function aboutProps(content: SiteContent) {
  const { title, description, close, updated: _, portrait, signature, picture, day, ...page } = content.pages.about;
  const { practitioner, hours, language } = content.studio;
  return {
    page,
    signature: signature && (await content.picture(signature)),
    practitioner: practitioner.value,
    portrait: portrait && { ...portrait, picture: await content.picture(portrait.picture) },
    day: !portrait && day && { ...day, ...hoursOfDay(hours[0], language) },
    picture: await content.picture(picture),
    facts: content.labelledFacts("credentials", "registration", "insurance", "languages"),
    home: content.labelledFacts("household"),
    close: { ...close, call: content.call },
  };
}

type Hours = { opens: string; closes: string };

/** The hours of a day from opening to closing time, and these two in words. */
function hoursOfDay({ opens, closes }: Hours = { opens: "09:00", closes: "17:00" }, language: string) {
  const [start, end] = [opens, closes].map((time) => new Date(`1970-01-01T${time}Z`)) as [Date, Date];
  const say = (time: Date) => time.toLocaleTimeString(language, { timeZone: "UTC", timeStyle: "short" });
  const count = Math.max(1, Math.round((end.getTime() - start.getTime()) / 3_600_000));
  return { ends: [say(start), say(end)], hours: Array.from({ length: count }, (_, hour) => hour) };
}

export function About(props: Awaited<ReturnType<typeof aboutProps>>) {
  const { page, signature, practitioner, portrait, day, picture, facts, home, close } = props;
  const { why, experience, equipment, approach, promise, pictureNote } = page;
  return (
    <>
      <section className={`${styles.about} ${light.windowLight} ${layout.frame}`}>
        <div className={styles.introduction}>
          <h1>{page.heading.replace(/ (?=\S+$)/, "\u00a0")}</h1>
          <p className={layout.lede}>
            <Prose {...page.lede} />
          </p>
        </div>
        <figure className={styles.promise}>
          <h2>{promise.heading}</h2>
          <blockquote>
            <Paragraphs texts={promise.text} />
          </blockquote>
          <figcaption className={styles.signature}>
            {signature ? (
              <img
                src={signature.src}
                alt={signature.alt}
                width={signature.width}
                height={signature.height}
                loading="lazy"
              />
            ) : (
              practitioner
            )}
          </figcaption>
        </figure>
        {portrait && (
          <figure className={styles.portrait}>
            <Picture picture={portrait.picture} sizes="(width < 60rem) 95vw, 28vw" />
            {portrait.caption && <figcaption className={styles.caption}>{portrait.caption}</figcaption>}
          </figure>
        )}
        {day && (
          <figure className={layout.onScreen}>
            <ol className={styles.hours} role="list" aria-hidden="true">
              {day.hours.map((hour) => (
                <li key={hour}>{hour === Math.floor((day.hours.length - 1) / 2) && <b>{day.yours}</b>}</li>
              ))}
            </ol>
            <p className={`${styles.ends} ${layout.spread}`} aria-hidden="true">
              {day.ends.map((end) => (
                <span key={end}>{end}</span>
              ))}
            </p>
            <figcaption className={styles.caption}>{day.caption}</figcaption>
          </figure>
        )}
      </section>

      <section className={`${layout.section} ${layout.frame}`}>
        <h2 className={columns.colHead}>{why.heading}</h2>
        <div className={`${columns.colBody} ${layout.stack}`}>
          <p className={`${layout.lede} ${styles.reason}`}>
            <Prose {...why.lede} />
          </p>
          <Paragraphs texts={why.text} />
        </div>
      </section>

      <div className={layout.frame}>
        <figure className={`${styles.figure} ${layout.onScreen}`}>
          <Picture className={styles.art} picture={picture} sizes="95vw" />
          {pictureNote && <figcaption className={styles.caption}>{pictureNote}</figcaption>}
        </figure>
      </div>

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
        <dl className={`${list.ruled} ${cards.cards}`}>
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
