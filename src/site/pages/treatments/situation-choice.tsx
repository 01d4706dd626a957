import { verdicts } from "../../../content/schemas/treatment-schema.ts";
import { buttonClass } from "../../parts/button.tsx";
import layout from "../../parts/layout.module.css";
import type { Verdict } from "../../parts/suitability.tsx";
import styles from "./situation-choice.module.css";
import type { TreatmentsProps } from "./treatments-props.ts";

/**
 * Asks which situation is the reader's own. The style sheet then marks the list below it, so this works without script,
 * and nothing is sent or kept.
 */
export function SituationChoice({ heading, text, caution, none, situations, paths }: TreatmentsProps["can"]) {
  const answers = paths.flatMap(({ treatments }) => treatments.map((treatment) => treatment.answers));
  const count = (at: number) => (verdict: Verdict) =>
    `${answers.filter((answer) => answer[at] === verdict).length} ${verdict.toLowerCase()}`;
  return (
    <section className={`${layout.frame} ${styles.choice}`} id="can-i-have-it">
      <fieldset className={layout.onScreen}>
        <legend>
          <h2>{heading}</h2>
        </legend>
        {[none, ...situations.map(({ name }) => name)].map((name, at) => (
          <label key={name} className={buttonClass("line")}>
            <input type="radio" name="situation" value={at} defaultChecked={at === 0} />
            {name}
          </label>
        ))}
      </fieldset>
      <div role="status">
        {situations.map(({ id }, at) => (
          <b key={id} data-at={at + 1}>
            {verdicts.map(count(at)).join(", ")}
          </b>
        ))}
      </div>
      <p className={layout.soft}>
        <span className={layout.onScreen}>{text}</span> {caution}
      </p>
    </section>
  );
}
