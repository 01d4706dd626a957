import fold from "../../parts/fold.module.css";
import layout from "../../parts/layout.module.css";
import { Paragraphs, Points, ProseBlocks, type ProseText } from "../../parts/prose.tsx";
import { verdictMark } from "../../parts/suitability.tsx";
import points from "./risks.module.css";
import styles from "./treatment.module.css";
import type { TreatmentProps } from "./treatment-props.ts";

const lists = [
  { name: "notDone", mark: verdictMark["Not here"], inSight: 2 },
  { name: "askDoctor", mark: verdictMark["Ask first"], inSight: 2 },
  { name: "tellMe", mark: undefined, inSight: 1 },
] as const;

/** Shows who cannot have it, what a doctor answers, what to tell, and the aftercare. */
export function BeforeYouBook(props: TreatmentProps["before"] & TreatmentProps["body"]["before"]) {
  return (
    <section className={`${styles.part} ${points.lists} ${layout.frame}`} id="before">
      <h2 className={styles.head}>{props.heading}</h2>
      <div className={`${styles.body} ${layout.soft}`}>
        <p>
          <strong className={styles.strong}>{props.medicine}</strong> {props.lead}
          {props.firstVisit && (
            <>
              {" "}
              <a href="/contact#first-visit">{props.firstVisit}</a>
            </>
          )}
        </p>
        <Paragraphs texts={props.notes} className={styles.strong} />
      </div>
      <div className={points.points}>
        {lists.map(({ name, mark, inSight }) => (
          <div key={name}>
            <h3 className={mark}>{props.headings[name]}</h3>
            <FoldedPoints items={props[name]} inSight={inSight} more={props.more} />
          </div>
        ))}
        <div>
          <details className={fold.fold}>
            <summary>
              <h3>{props.shared}</h3>
            </summary>
            <ul>
              {props.everyone.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </details>
          <details className={fold.fold}>
            <summary>
              <h3>{props.after}</h3>
            </summary>
            <div>
              <ProseBlocks blocks={props.aftercare} />
            </div>
          </details>
        </div>
      </div>
    </section>
  );
}

interface FoldedPointsProps {
  items: ProseText[];
  /** How many points are in sight. One more is not worth a fold. */
  inSight: number;
  more: string | undefined;
}

function FoldedPoints({ items, inSight, more }: FoldedPointsProps) {
  if (!more || items.length <= inSight + 1) return <Points items={items} />;
  return (
    <>
      <Points items={items.slice(0, inSight)} />
      <details className={fold.fold}>
        <summary>{more.replace("{number}", String(items.length - inSight))}</summary>
        <Points items={items.slice(inSight)} />
      </details>
    </>
  );
}
