import layout from "../../parts/layout.module.css";
import { Text } from "../../parts/text.tsx";
import styles from "./recovery.module.css";
import { columnCount, columnsOf, dayHeads, outlasts } from "./recovery-columns.ts";
import type { TreatmentProps } from "./treatment-props.ts";

/** Draws how long what is usual lasts: in each row of a table light that holds, and then fades. */
export function Recovery({ words, effects }: Exclude<TreatmentProps["recovery"], false | undefined>) {
  return (
    <section className={`${styles.recovery} ${layout.frame}`} id="recovery">
      <div className={styles.head}>
        <h2>{words.heading}</h2>
        <p>{words.note}</p>
      </div>
      <div className={styles.days}>
        <table>
          <caption className="sr-only">{words.caption}</caption>
          <thead>
            <tr>
              {[words.visit, words.night, words.day, ...dayHeads].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {effects.map(({ effect, lasts, ...days }) => {
              const columns = columnsOf(days);
              const dark = columns ? columns.dark : columnCount;
              return (
                <tr key={effect} className={outlasts(days) ? styles.outlasts : undefined}>
                  <th scope="row" colSpan={dark || columns?.lit} className={dark ? styles.unlit : undefined}>
                    <p>
                      <b>{effect}</b> <Text>{lasts}</Text>
                    </p>
                  </th>
                  {dark > 0 && columns && <td colSpan={columns.lit} />}
                  {columns && columns.fading > 0 && <td colSpan={columns.fading} />}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
