import fold from "../../parts/fold.module.css";
import layout from "../../parts/layout.module.css";
import { type Verdict, verdictMark } from "../../parts/suitability.tsx";
import styles from "./suitability-table.module.css";

interface SuitabilityTableProps {
  heading: string;
  text: string;
  meaning: Record<Verdict, string>;
  treatment: string;
  verdicts: readonly Verdict[];
  situations: { id: string; name: string }[];
  /** The treatments of each path with their answers, in the order of the situations. */
  paths: { title: string; treatments: { slug: string; name: string; answers: Verdict[] }[] }[];
}

/**
 * Who can have what. A wide screen and paper show one table; a narrow screen asks first which situation is the reader's
 * own, and lists the treatments by their answer.
 */
export function SuitabilityTable(props: SuitabilityTableProps) {
  const { heading, text, meaning, verdicts, situations, paths, treatment } = props;
  return (
    <>
      <h2 className={styles.head}>{heading}</h2>
      <div className={styles.about}>
        <p className={layout.soft}>{text}</p>
        <dl>
          {verdicts.map((verdict) => (
            <div key={verdict}>
              <dt className={verdictMark[verdict]}>{verdict}</dt>
              <dd>{meaning[verdict]}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={styles.narrow}>
        {situations.map((situation, at) => (
          <details key={situation.id} className={fold.fold}>
            <summary>{situation.name}</summary>
            <dl>
              {verdicts.map((verdict) => (
                <div key={verdict}>
                  <dt className={verdictMark[verdict]}>{verdict}</dt>
                  <dd>
                    {named(props, at, verdict).map(({ slug, name }) => (
                      <a key={slug} href={`/treatments/${slug}`}>
                        {name}
                      </a>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        ))}
      </div>
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
            <tr>
              <th scope="rowgroup" colSpan={situations.length + 1}>
                {title}
              </th>
            </tr>
            {treatments.map(({ slug, name, answers }) => (
              <tr key={slug}>
                <th scope="row">
                  <a href={`/treatments/${slug}`}>{name}</a>
                </th>
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
    </>
  );
}

const named = ({ paths }: SuitabilityTableProps, situation: number, verdict: Verdict) =>
  paths.flatMap(({ treatments }) => treatments.filter(({ answers }) => answers[situation] === verdict));
