import { verdicts } from "../../../content/schemas/treatment-schema.ts";
import fold from "../../parts/fold.module.css";
import { type Verdict, verdictMark } from "../../parts/suitability.tsx";
import styles from "./suitability-table.module.css";

interface SuitabilityTableProps {
  name: string;
  meaning: Record<Verdict, string>;
  treatment: string;
  situations: { id: string; name: string }[];
  /** The treatments of each path with their answers, in the order of the situations. */
  paths: { title: string; treatments: { slug: string; name: string; answers: Verdict[] }[] }[];
}

/** Who can have what, folded: the list above it answers for one situation, and this for all of them, and on paper. */
export function SuitabilityTable(props: SuitabilityTableProps) {
  const { name, meaning, treatment, situations, paths } = props;
  return (
    <details className={fold.fold}>
      <summary>{name}</summary>
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
