import { Fragment } from "react";
import { situationNames, type Treatment } from "../../../content/schemas/treatment-schema.ts";
import type { SiteContent } from "../../../content/site-content.ts";
import { BookButton } from "../../parts/button.tsx";
import { CallToAction } from "../../parts/call-to-action.tsx";
import divider from "../../parts/divider.module.css";
import fold from "../../parts/fold.module.css";
import layout from "../../parts/layout.module.css";
import { PageHeader } from "../../parts/page-header.tsx";
import { Picture } from "../../parts/picture.tsx";
import { marked } from "../../parts/suitability.tsx";
import { answerTokens, SituationChoice } from "./situation-choice.tsx";
import { SuitabilityTable } from "./suitability-table.tsx";
import row from "./treatment-row.module.css";
import styles from "./treatments.module.css";

export async function treatmentsProps(content: SiteContent) {
  const { heading, lede, note, indexLabel, also, notesAbove, can, skinTypes, close } = content.pages.treatments;
  const { situations, proposed } = content.pages.treatment.can;
  const offered = [...content.treatments.values()].filter(({ slug }) => content.offered.has(slug));
  const isProposed = offered.some(({ suitabilityIs }) => suitabilityIs === "proposed");
  return {
    heading,
    lede,
    note,
    indexLabel,
    also,
    notesAbove,
    skinTypes,
    paths: await Promise.all(content.paths.map((path) => pathProps(content, path))),
    can: {
      ...can,
      caution: [isProposed && proposed, can.caution].filter(Boolean).join(" "),
      situations: situationNames.map((id) => ({ id, name: situations[id] })),
      paths: content.paths.map(({ id, title }) => ({
        title,
        treatments: [...content.treatments.values()]
          .filter(({ path, slug }) => path === id && content.offered.has(slug))
          .map(({ slug, name, suitability }) => ({ slug, name, answers: answersOf(suitability) })),
      })),
    },
    close: { ...close, call: content.call },
  };
}

type Path = SiteContent["paths"][number];

/** A path's rows, the treatments of other paths that help here, and what has no page. */
async function pathProps(content: SiteContent, { card: _, treatments, ...path }: Path) {
  const linked = treatments.flatMap((item) => {
    const treatment = "slug" in item && content.treatments.get(item.slug);
    if (!treatment) return [];
    const { name, slug, suitability } = treatment;
    const notOffered = !content.offered.has(slug);
    return {
      name,
      slug,
      to: `/treatments/${slug}`,
      line: notOffered ? content.pages.treatment.notOffered.row : item.line,
      notOffered,
      group: item.group,
      answers: notOffered ? undefined : answerTokens(answersOf(suitability)),
      /** A treatment has its row, with a picture, in the path that its own file names. */
      isAtHome: treatment.path === path.id,
    };
  });
  return {
    ...path,
    picture: await content.picture(path.picture),
    rows: await Promise.all(
      linked
        .filter(({ isAtHome }) => isAtHome)
        .map(async (row) => ({ ...row, thumbnail: await content.thumbnail(row.slug) })),
    ),
    others: linked.filter(({ isAtHome }) => !isAtHome),
    plain: treatments.flatMap((item) => {
      if ("slug" in item) return [];
      const { name, line, note } = item;
      const { id, title } = content.paths.find((one) => note && hasNote(one, note)) ?? path;
      return { name, line, note, noteIn: { id, title } };
    }),
  };
}

const hasNote = ({ treatments }: Path, note: string) => treatments.some((item) => "note" in item && item.note === note);

/** In the order of the situations. */
const answersOf = (suitability: Treatment["suitability"]) =>
  situationNames.map((situation) => suitability[situation].answer);

type PathProps = Awaited<ReturnType<typeof pathProps>>;
type Row = PathProps["rows"][number];

export function Treatments(props: Awaited<ReturnType<typeof treatmentsProps>>) {
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
        <SuitabilityTable {...can} name={can.table} />
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
