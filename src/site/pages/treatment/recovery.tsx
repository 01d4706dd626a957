import type { Treatment } from "../../../content/schemas/treatment-schema.ts";
import layout from "../../parts/layout.module.css";
import { Text } from "../../parts/prose.tsx";
import styles from "./recovery.module.css";
import type { TreatmentProps } from "./treatment-props.ts";

type UsualEffect = NonNullable<Treatment["recovery"]>[number];

/**
 * The left edge of each column, in days after the visit: durations that studios name. No even scale would show both some
 * hours and a month. A quarter of a day stands for the hours until the night.
 */
const edges = [0, 0.25, 1, 2, 3, 5, 7, 14];

/** The heads of the columns from the second day on; the content names the others. */
const dayHeads = ["2", "3", "5", "7", "14+"];
const columnCount = edges.length;

/** Whether it may last beyond the last column, whose light then does not end. */
const outlasts = ({ gone = 0 }: Pick<UsualEffect, "gone">) => gone > 14;

/** How many columns stay dark, are lit, and fade; undefined where the words give no figure. Light ends on its last day. */
export function columnsOf({ begins = 0, holds, gone }: Pick<UsualEffect, "begins" | "holds" | "gone">) {
  if (holds === undefined || gone === undefined) return undefined;
  const columnsUntil = (day: number) => edges.filter((edge) => edge < Math.max(day, 0.25)).length;
  const dark = edges.filter((edge) => edge <= begins).length - 1;
  const lit = Math.max(1, columnsUntil(holds) - dark);
  return { dark, lit, fading: Math.max(0, columnsUntil(gone) - dark - lit) };
}

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
