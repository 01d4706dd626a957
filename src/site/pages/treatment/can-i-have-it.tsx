import fold from "../../parts/fold.module.css";
import { VerdictWord } from "../../parts/suitability.tsx";
import styles from "./facts.module.css";
import type { TreatmentProps } from "./treatment-props.ts";

type CanIHaveItProps = TreatmentProps["can"] & { words: TreatmentProps["page"]["can"] };

/** The seven situations, each with its answer in sight and the reason one tap away. */
export function CanIHaveIt({ words, proposed, situations }: CanIHaveItProps) {
  return (
    <section className={styles.facts} id="can" aria-labelledby="can-heading">
      <div className={styles.can}>
        <div>
          <h2 id="can-heading">{words.heading}</h2>
          <p>
            {proposed && `${words.proposed} `}
            <a href="/treatments#can-i-have-it">{words.all}</a>
          </p>
        </div>
        {situations.map(({ name, answer, reason }) => (
          <details key={name} className={fold.fold}>
            <summary>
              {name} <VerdictWord verdict={answer} />
            </summary>
            <p>{reason}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
