import divider from "../../parts/divider.module.css";
import type { LabelledFact } from "../../parts/fact-list.tsx";
import layout from "../../parts/layout.module.css";
import { Text } from "../../parts/text.tsx";
import styles from "./facts.module.css";
import type { TreatmentProps } from "./treatment-props.ts";

interface FactsProps {
  heading: string;
  facts: TreatmentProps["facts"];
  caveat: string;
  /** Optional facts from the owner: who performs the treatment, and the price. */
  extraFacts: LabelledFact[];
  className?: string | undefined;
}

/** The four main facts, each with its key figure in large type. */
export function Facts({ heading, facts, caveat, extraFacts, className = "" }: FactsProps) {
  return (
    <div className={`${styles.facts} ${className}`}>
      <h2 className={styles.factsHead}>{heading}</h2>
      <dl>
        {facts.map(({ label, value, key }) => {
          const highlight = key ?? findHighlight(value);
          const [before, ...after] = value.split(highlight);
          return (
            <div key={label} className={`${styles.fact} ${divider.divider}`}>
              <dt>{label}</dt>
              <dd className={highlight.length > 5 ? styles.long : undefined}>
                <Text>{before ?? ""}</Text>
                <b className={before && !after.join("") ? styles.last : undefined}>
                  <Text>{highlight}</Text>
                </b>
                <Text>{after.join(highlight)}</Text>
              </dd>
            </div>
          );
        })}
      </dl>
      {extraFacts.length > 0 && (
        <p className={styles.more}>
          {extraFacts.map(({ label, text }) => (
            <span key={label}>
              {label} <b>{text}</b>
            </span>
          ))}
        </p>
      )}
      <p className={`${styles.caveat} ${layout.fine}`}>{caveat}</p>
    </div>
  );
}

/** Returns the first number range; else all of a short value; else its first word. */
function findHighlight(value: string): string {
  const range = /\d+-\d+/.exec(value)?.[0];
  if (range) return range;
  const words = value.split(" ");
  return words.length <= 2 ? value : (words[0] ?? value).replace(/[,;]$/, "");
}
