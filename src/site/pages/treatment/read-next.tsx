import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import layout from "../../parts/layout.module.css";
import styles from "./read-next.module.css";
import page from "./treatment.module.css";
import type { TreatmentProps } from "./treatment-props.ts";

interface ReadNextProps {
  heading: string;
  treatments: TreatmentProps["related"];
}

/** The names of other treatments; on a wide screen each with its picture and a line. */
export function ReadNext({ heading, treatments }: ReadNextProps) {
  return (
    <section className={`${page.part} ${page.joined} ${styles.related} ${layout.frame}`}>
      <h2 className={page.head}>{heading}</h2>
      <ul className={page.body} role="list">
        {treatments.map(({ slug, name, line, thumbnail }) => (
          <li key={slug}>
            <a href={`/treatments/${slug}`}>
              {thumbnail && <img src={thumbnail} width="96" height="72" alt="" loading="lazy" />}
              <span>
                {name} <small>{line}</small>
              </span>
              <Icon shape={icons.arrowRight} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
