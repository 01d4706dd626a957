import { Fragment } from "react";
import { BookButton } from "../../parts/button.tsx";
import { CallToAction } from "../../parts/call-to-action.tsx";
import divider from "../../parts/divider.module.css";
import fold from "../../parts/fold.module.css";
import layout from "../../parts/layout.module.css";
import { PageHeader } from "../../parts/page-header.tsx";
import { Picture } from "../../parts/picture.tsx";
import { marked } from "../../parts/suitability.tsx";
import { SituationChoice } from "./situation-choice.tsx";
import { SuitabilityTable } from "./suitability-table.tsx";
import row from "./treatment-row.module.css";
import styles from "./treatments.module.css";
import type { PathProps, TreatmentsProps } from "./treatments-props.ts";

type Row = PathProps["rows"][number];

export function Treatments(props: TreatmentsProps) {
  const { heading, lede, note, indexLabel, also, notesAbove, can, skinTypes, paths, close } = props;
  return (
    <>
      <PageHeader heading={heading} lede={lede} />
      <nav className={`${styles.paths} ${layout.frame} room`} aria-label={indexLabel}>
        <div className={layout.spread}>
          {paths.map(({ id, title }) => (
            <a key={id} href={`#${id}`} data-path={id}>
              {title}
            </a>
          ))}
        </div>
      </nav>
      {note && (
        <div className={`${layout.frame} ${layout.soft} ${layout.fine}`}>
          <p>{note}</p>
        </div>
      )}
      <SituationChoice {...can} />
      {paths.map((path, position) => (
        <section
          key={path.id}
          className={`${layout.frame} ${styles.chapter} ${hasFewRows(path) ? styles.few : ""}`}
          id={path.id}
          data-path={path.id}
          aria-labelledby={`${path.id}-heading`}
        >
          <Picture
            className={`${styles.art} ${layout.onScreen}`}
            picture={path.picture}
            // Beside a few rows it is as high as all the words, and shows its middle.
            sizes={`(width < 48rem) 95vw, ${hasFewRows(path) ? 80 : 50}vw`}
            // The first one is in the first view of a phone.
            eager={position === 0}
            decorative
          />
          <div className={styles.head}>
            <h2 id={`${path.id}-heading`}>{path.title}</h2>
            <p className={styles.sub}>{path.subtitle}</p>
            <p className={layout.soft}>{path.description}</p>
            {path.isOpen && (
              <BookButton className={styles.button} about={path.id} kind="small">
                {path.button}
              </BookButton>
            )}
          </div>
          <TreatmentList {...path} also={also} notesAbove={notesAbove} />
        </section>
      ))}
      <section className={`${layout.frame} ${styles.folds}`}>
        <SuitabilityTable {...can} />
        {skinTypes && (
          <details className={fold.fold}>
            <summary>{skinTypes.heading}</summary>
            <div id="skin-types">
              <p>{skinTypes.text}</p>
              <dl>
                {skinTypes.items.map(({ title, text }) => (
                  <div key={title}>
                    <dt>{title}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
              </dl>
              <p>{skinTypes.note}</p>
            </div>
          </details>
        )}
      </section>
      <CallToAction {...close} />
    </>
  );
}

type TreatmentListProps = PathProps & { also: string; notesAbove: string };

function TreatmentList({ id, rows, others, plain, also, notesAbove }: TreatmentListProps) {
  return (
    <div className={styles.list}>
      {groupRows(rows).map(({ title, rows }) => (
        <Fragment key={title}>
          {title && <h3>{title}</h3>}
          <ul role="list">
            {rows.map((treatment) => (
              <TreatmentRow key={treatment.to} {...treatment} />
            ))}
          </ul>
        </Fragment>
      ))}
      {others.length > 0 && (
        <>
          <h3>{also}</h3>
          <ul className={styles.also} role="list">
            {others.map(({ name, line, to }) => (
              <li key={to}>
                <a href={to}>{name} →</a> {line}
              </li>
            ))}
          </ul>
        </>
      )}
      {plain.length > 0 && (
        <ul className={styles.also} role="list" id={`${id}-more`}>
          {plain.map(({ name, line, note, noteIn }) => (
            <li key={name}>
              <b>{name}</b> {line}
              {/* A note that stands under an earlier path as well stands there alone. */}
              {note && (
                <small>
                  {noteIn.id === id ? (
                    note
                  ) : (
                    <>
                      {notesAbove} <a href={`#${noteIn.id}-more`}>{noteIn.title}</a>
                    </>
                  )}
                </small>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const hasFewRows = ({ rows }: PathProps) => rows.length < 4;

/** A treatment in a list: a link with a picture and an arrow, and the answer to the situation that was chosen above. */
function TreatmentRow({ name, line, to, notOffered, thumbnail, answers }: Row) {
  return (
    <li className={divider.divider}>
      <a className={`${row.row} ${marked}`} href={to} data-answers={answers}>
        {thumbnail && <img src={thumbnail} width="96" height="72" alt="" loading="lazy" />}
        <b>{name}</b>
        <span className={notOffered ? row.notOffered : undefined}>{line}</span>
      </a>
    </li>
  );
}

/** Puts each row under the heading that was given last. */
function groupRows(rows: Row[]) {
  const groups: { title: string; rows: Row[] }[] = [];
  for (const treatment of rows) {
    const last = groups.at(-1);
    if (!last || treatment.group) groups.push({ title: treatment.group ?? "", rows: [treatment] });
    else last.rows.push(treatment);
  }
  return groups;
}
