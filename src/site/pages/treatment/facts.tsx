import divider from "../../parts/divider.module.css";
import { Text } from "../../parts/prose.tsx";
import styles from "./facts.module.css";
import type { TreatmentProps } from "./treatment-props.ts";

/** The four main facts, each with its answer in large type. */
export function Facts({ heading, facts }: { heading: string; facts: TreatmentProps["facts"] }) {
  return (
    <div className={styles.facts} id="facts">
      <h2>{heading}</h2>
      <dl>
        {facts.map(({ label, before, answer, unit, rest, note }) => (
          <div key={label} className={`${styles.row} ${divider.divider}`}>
            <dt>{label}</dt>
            {/* The words of the fact in their order, a part of them large; what the studio adds stands apart. */}
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
          </div>
        ))}
      </dl>
    </div>
  );
}
