import { verdicts } from "../../../content/schemas/treatment-schema.ts";
import { buttonClass } from "../../parts/button.tsx";
import layout from "../../parts/layout.module.css";
import type { Verdict } from "../../parts/suitability.tsx";
import styles from "./situation-choice.module.css";

interface SituationChoiceProps {
  heading: string;
  text: string;
  /** What holds for the answers, on paper too. */
  caution: string;
  /** The choice of a reader of whom nothing is true. */
  none: string;
  situations: { id: string; name: string }[];
  paths: { treatments: { answers: Verdict[] }[] }[];
}

/**
 * Asks which situation is the reader's own. The style sheet then marks the list below it, so this works without script,
 * and nothing is sent or kept.
 */
export function SituationChoice({ heading, text, caution, none, situations, paths }: SituationChoiceProps) {
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

/** What the style sheet reads: each answer that is not yes, with the number of its situation, such as "a2 n3". */
export const answerTokens = (answers: readonly Verdict[]) =>
  answers.flatMap((answer, at) => (answer === "Yes" ? [] : `${answer === "Ask first" ? "a" : "n"}${at + 1}`)).join(" ");
