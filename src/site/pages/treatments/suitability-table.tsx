import { verdicts } from "../../../content/schemas/treatment-schema.ts";
import fold from "../../parts/fold.module.css";
import { verdictMark } from "../../parts/suitability.tsx";
import styles from "./suitability-table.module.css";
import type { TreatmentsProps } from "./treatments-props.ts";

/** Who can have what, folded: the list above it answers for one situation, and this for all of them, and on paper. */
export function SuitabilityTable({ table, meaning, treatment, situations, paths }: TreatmentsProps["can"]) {
  return (
    <details className={fold.fold}>
      <summary>{table}</summary>
      <div className={styles.scroll}>
        <dl>
          {verdicts.map((verdict) => (
            <div key={verdict}>
              <dt className={verdictMark[verdict]}>{verdict}</dt>
              <dd>{meaning[verdict]}</dd>
            </div>
          ))}
        </dl>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{treatment}</th>
              {situations.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {paths.map(({ title, treatments }) => (
            <tbody key={title}>
              {/* It spans no columns, or a checker takes it for a second head of each. */}
              <tr>
                <th scope="rowgroup">{title}</th>
              </tr>
              {treatments.map(({ slug, name, answers }) => (
                <tr key={slug}>
                  <th scope="row">{name}</th>
                  {answers.map((answer, at) => (
                    <td key={situations[at]?.id} className={verdictMark[answer]}>
                      {answer}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </details>
  );
}
