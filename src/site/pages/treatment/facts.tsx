import { joinAnswer } from "../../../content/compose-fact.ts";
import divider from "../../parts/divider.module.css";
import { Text } from "../../parts/text.tsx";
import styles from "./facts.module.css";
import type { TreatmentProps } from "./treatment-props.ts";

/** The four main facts: an answer in large type with its unit on the same line, and a note below. */
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

/** Where the parts are not the value word for word, the value itself is read aloud in their place. */
function FactValue({ value, answer, unit, note }: TreatmentProps["facts"][number]) {
  const shown = (
    <>
      {answer && (
        <span>
          <b>{answer}</b>
          {unit.startsWith("-") ? unit : unit && <i> {unit}</i>}
        </span>
      )}
      {answer && note && " "}
      {note && (
        <span className={answer ? styles.note : undefined}>
          <Text>{note}</Text>
        </span>
      )}
    </>
  );
  if ([joinAnswer(answer, unit), note].filter(Boolean).join(" ") === value) return <dd>{shown}</dd>;
  return (
    <>
      <dd className="sr-only">{value}</dd>
      <dd aria-hidden="true">{shown}</dd>
    </>
  );
}
