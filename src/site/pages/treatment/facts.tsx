import divider from "../../parts/divider.module.css";
import { Text } from "../../parts/text.tsx";
import styles from "./facts.module.css";
import type { TreatmentProps } from "./treatment-props.ts";

/** The four main facts, each with its answer in large type. */
export function Facts({ heading, facts }: { heading: string; facts: TreatmentProps["facts"] }) {
  return (
    <div className={styles.facts} id="facts">
      <h2>{heading}</h2>
      <dl>
        {facts.map((fact) => (
          <div key={fact.label} className={`${styles.row} ${divider.divider}`}>
            <dt>{fact.label}</dt>
            <FactValue {...fact} />
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The words of the fact in their order, a part of them large; what the studio adds stands apart. */
function FactValue({ before, answer, unit, rest, note }: TreatmentProps["facts"][number]) {
  return (
    <>
      <dd>
        {answer && (
          <span>
            {before && `${before} `}
            <b>{answer}</b>
            {unit && <i>{unit.startsWith("-") ? unit : ` ${unit}`}</i>}
          </span>
        )}
        {answer && rest && " "}
        {rest && (
          <span className={answer ? styles.rest : undefined}>
            <Text>{rest}</Text>
          </span>
        )}
      </dd>
      {note && (
        <dd className={styles.note}>
          <Text>{note}</Text>
        </dd>
      )}
    </>
  );
}
