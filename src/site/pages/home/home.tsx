import type { SiteContent } from "../../../content/site-content.ts";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import { Actions, ButtonLink } from "../../parts/button.tsx";
import { CallToAction } from "../../parts/call-to-action.tsx";
import cards from "../../parts/cards.module.css";
import columns from "../../parts/columns.module.css";
import divider from "../../parts/divider.module.css";
import layout from "../../parts/layout.module.css";
import more from "../../parts/more-link.module.css";
import { Picture } from "../../parts/picture.tsx";
import { Paragraphs, Prose, Text } from "../../parts/prose.tsx";
import list from "../../parts/ruled-list.module.css";
import styles from "./home.module.css";

export async function homeProps(content: SiteContent) {
  const { hero, paths: intro, close, ...words } = content.pages.home;
  const { timeZone, address } = content.studio;
  const { dawn, day, dusk, night } = hero.hour ?? {};
  const inPlace = (words = "") => words.replace("{place}", address.city);
  return {
    ...words,
    hero: {
      ...hero,
      picture: await content.picture(hero.picture),
      hour: hero.hour && { lights: [dawn, day, dusk, night].map(inPlace), timeZone },
    },
    intro,
    paths: await Promise.all(
      content.paths.map(async ({ picture, ...path }) => ({ ...path, picture: await content.picture(picture) })),
    ),
    close: { ...close, call: content.call },
  };
}

export function Home(props: Awaited<ReturnType<typeof homeProps>>) {
  const { hero, values, valuesLabel, intro, paths, questions, close } = props;
  return (
    <>
      <section className={`${styles.hero} ${layout.frame}`}>
        {/* The picture precedes the words, so that nothing that arrives later can move them. */}
        <Picture className={styles.heroArt} picture={hero.picture} sizes="(width < 60rem) 95vw, 58vw" eager />
        <div className={`${styles.heroText} ${layout.stack}`}>
          <h1>
            <Phrases lines={hero.heading} />
          </h1>
          <p className={layout.lede}>
            <Prose {...hero.text} />
          </p>
          <Actions>
            <ButtonLink to="/contact" arrow>
              {hero.button}
            </ButtonLink>
            <p className={styles.heroNote}>{hero.note}</p>
          </Actions>
          {/* The script fills it in before it is painted: browser/hour-line.ts. */}
          {hero.hour && (
            <p
              className={`${styles.hour} ${layout.onScreen}`}
              data-hour={JSON.stringify(hero.hour.lights)}
              data-zone={hero.hour.timeZone}
            />
          )}
        </div>
      </section>

      <section className={layout.frame} aria-label={valuesLabel}>
        <ul className={styles.values} role="list">
          {values.map(({ title, text }, index) => (
            <li key={title} className={divider.divider} data-path={index > 0 ? paths[index]?.id : undefined}>
              <h2>{title}</h2>
              <p>
                <Prose {...text} />
              </p>
            </li>
          ))}
        </ul>
      </section>

      <section className={`${columns.sectionWide} ${layout.frame}`}>
        <div className={styles.splitHead}>
          <h2>
            <Phrases lines={intro.heading} />
          </h2>
          <p className={layout.lede}>
            <Prose {...intro.text} />
          </p>
        </div>
        <div className={`${cards.cards} ${styles.paths}`}>
          {paths.map(({ id, title, card, picture }) => (
            <article key={id} className={styles.path} data-path={id}>
              <Picture picture={picture} sizes="(width < 48rem) 95vw, (width < 90rem) 50vw, 44rem" />
              <div className={`${divider.divider} ${styles.pathText}`}>
                <h3>{title}</h3>
                <p>
                  <Text>{card}</Text>
                </p>
                <a className={`${more.more} ${layout.tap} ${styles.more}`} data-more href="/treatments">
                  <span>
                    {intro.more}
                    <span className="sr-only"> about {title}</span>
                  </span>
                  <Icon shape={icons.arrowRight} />
                </a>
              </div>
            </article>
          ))}
        </div>
        <p className={`${styles.after} ${layout.onScreen}`}>
          <ButtonLink to="/treatments" kind="line" arrow>
            {intro.button}
          </ButtonLink>
        </p>
      </section>

      <section className={`${styles.questions} ${layout.blush} ${layout.section} ${layout.frame}`}>
        <h2 className={`${columns.colHead} ${layout.sticky}`}>{questions.heading}</h2>
        <dl className={`${list.ruled} ${columns.colBody}`}>
          {questions.items.map(({ question, answer }) => (
            <div key={question} className={divider.divider}>
              <dt>{question}</dt>
              <dd className={layout.stack}>
                <Paragraphs texts={answer} />
              </dd>
            </div>
          ))}
        </dl>
      </section>

      <CallToAction {...close} />
    </>
  );
}

/** A headline that wraps only between its phrases. */
function Phrases({ lines }: { lines: string[] }) {
  return lines.map((line, index) => (
    <span key={line}>
      {index > 0 && " "}
      <span className={styles.line}>{line}</span>
    </span>
  ));
}
