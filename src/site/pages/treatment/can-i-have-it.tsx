import { verdicts } from "../../../content/schemas/treatment-schema.ts";
import fold from "../../parts/fold.module.css";
import layout from "../../parts/layout.module.css";
import { verdictMark } from "../../parts/suitability.tsx";
import styles from "./can-i-have-it.module.css";
import page from "./treatment.module.css";
import type { TreatmentProps } from "./treatment-props.ts";

type CanIHaveItProps = TreatmentProps["can"] & { words: TreatmentProps["page"]["can"] };

/** The seven situations by their answer, all in sight, with the reasons one tap away. */
export function CanIHaveIt({ words, proposed, situations }: CanIHaveItProps) {
  return (
    <section className={`${page.part} ${layout.frame} ${styles.suitability}`} id="can">
      <div className={page.head}>
        <h2>{words.heading}</h2>
        <p className={layout.soft}>
          {proposed && `${words.proposed} `}
          <a href="/treatments#can-i-have-it">{words.all}</a>
        </p>
      </div>
      <div className={page.body}>
        {verdicts.map((verdict) => {
          const answered = situations.filter(({ answer }) => answer === verdict);
          return (
            answered.length > 0 && (
              <details key={verdict} className={fold.fold}>
                <summary>
                  <span className={verdictMark[verdict]}>{verdict}</span>{" "}
                  <span>{answered.map(({ name }) => name).join("\u00a0· ")}</span>
                </summary>
                {answered.map(({ name, reason }) => (
                  <p key={name}>
                    <b>{name}</b>: {reason}
                  </p>
                ))}
              </details>
            )
          );
        })}
      </div>
    </section>
  );
}
