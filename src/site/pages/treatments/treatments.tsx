import { situationNames, verdicts } from "../../../content/schemas/treatment-schema.ts";
import type { SiteContent } from "../../../content/site-content.ts";
import { ButtonLink } from "../../parts/button.tsx";
import { CallToAction } from "../../parts/call-to-action.tsx";
import divider from "../../parts/divider.module.css";
import fold from "../../parts/fold.module.css";
import layout from "../../parts/layout.module.css";
import { PageHeader } from "../../parts/page-header.tsx";
import { Picture } from "../../parts/picture.tsx";
import { Text } from "../../parts/text.tsx";
import { SuitabilityTable } from "./suitability-table.tsx";
import { TreatmentRow } from "./treatment-row.tsx";
import styles from "./treatments.module.css";

export async function treatmentsProps(content: SiteContent) {
  const { heading, lede, note, indexLabel, also, can, skinTypes, close } = content.pages.treatments;
  const { situations } = content.pages.treatment.can;
  return {
    heading,
    lede,
    note,
    indexLabel,
    also,
    skinTypes,
    paths: await Promise.all(
      content.paths.map(async ({ card: _, treatments, ...path }) => ({
        ...path,
        picture: await content.picture(path.picture),
        treatments: await Promise.all(
          treatments.map(async (item) => {
            if (!("slug" in item)) return { name: item.name, line: item.line, note: item.note };
            const { name = "", path: home } = content.treatments.get(item.slug) ?? {};
            const notOffered = !content.offered.has(item.slug);
            return {
              name,
              line: notOffered ? content.pages.treatment.notOffered.row : item.line,
              notOffered,
              group: item.group,
              to: `/treatments/${item.slug}`,
              /** A treatment has its row, with a picture, in the path that its own file names. */
              isAtHome: home === path.id,
              thumbnail: home === path.id ? await content.thumbnail(item.slug) : undefined,
            };
          }),
        ),
      })),
    ),
    can: {
      ...can,
      verdicts,
      situations: situationNames.map((id) => ({ id, name: situations[id] })),
      paths: content.paths.map(({ id, title }) => ({
        title,
        treatments: [...content.treatments.values()]
          .filter(({ path, slug }) => path === id && content.offered.has(slug))
          .map(({ slug, name, suitability }) => ({
            slug,
            name,
            answers: situationNames.map((situation) => suitability[situation].answer),
          })),
      })),
    },
    close: { ...close, call: content.call },
  };
}

type TreatmentsProps = Awaited<ReturnType<typeof treatmentsProps>>;

export function Treatments({ heading, lede, note, indexLabel, also, can, skinTypes, paths, close }: TreatmentsProps) {
  return (
    <>
      <PageHeader heading={heading} lede={lede} />
      <nav className={layout.frame} aria-label={indexLabel}>
        <div className={styles.index}>
          {paths.map(({ id, title, index, wavelength }) => (
            <a key={id} className={`${styles.band} ${divider.divider}`} href={`#${id}`} data-path={id}>
              {wavelength && (
                <span className={styles.nm}>
                  <Text>{wavelength}</Text>
                </span>
              )}
              <b>{title}</b>
              <span>{index}</span>
            </a>
          ))}
        </div>
        {note && <p className={`${layout.soft} ${layout.fine} ${styles.note}`}>{note}</p>}
      </nav>
      {paths.map((path, position) => (
        <section
          key={path.id}
          className={`${layout.frame} ${styles.chapter}`}
          id={path.id}
          data-path={path.id}
          aria-labelledby={`${path.id}-heading`}
        >
          <Picture
            className={styles.art}
            picture={path.picture}
            sizes="(width < 48rem) 95vw, 50vw"
            // The first one is in the first view of a phone.
            eager={position === 0}
            decorative
          />
          <div className={styles.head}>
            <h2 id={`${path.id}-heading`}>{path.title}</h2>
            <p className={styles.sub}>{path.subtitle}</p>
            <p className={layout.soft}>{path.description}</p>
            {path.isOpen && (
              <ButtonLink className={styles.button} to="/contact" treatment={path.title}>
                {path.button}
              </ButtonLink>
            )}
          </div>
          <TreatmentList treatments={path.treatments} also={also} />
        </section>
      ))}
      <section className={`${layout.section} ${layout.blush} ${layout.frame} ${styles.can}`} id="can-i-have-it">
        <SuitabilityTable {...can} />
        {skinTypes && (
          <details className={`${fold.fold} ${styles.skinTypes}`}>
            <summary>
              <h3>{skinTypes.heading}</h3>
            </summary>
            <div id="skin-types">
              <p className={layout.soft}>{skinTypes.text}</p>
              <dl>
                {skinTypes.items.map(({ title, text }) => (
                  <div key={title}>
                    <dt>{title}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
              </dl>
              <p className={layout.soft}>{skinTypes.note}</p>
            </div>
          </details>
        )}
      </section>
      <CallToAction {...close} />
    </>
  );
}

type Item = TreatmentsProps["paths"][number]["treatments"][number];
type Linked = Extract<Item, { to: string }>;

/** The rows of a path, then the treatments of other paths that help here, then what has no page. */
function TreatmentList({ treatments, also }: { treatments: Item[]; also: string }) {
  const linked = treatments.filter((item): item is Linked => "to" in item);
  const others = linked.filter(({ isAtHome }) => !isAtHome);
  const plain = treatments.filter((item) => !("to" in item));
  return (
    <div className={styles.list}>
      {groupRows(linked.filter(({ isAtHome }) => isAtHome)).map(({ title, rows }) => (
        <div key={title} className={styles.group}>
          {title && <h3>{title}</h3>}
          <ul role="list">
            {rows.map((row) => (
              <TreatmentRow key={row.to} {...row} />
            ))}
          </ul>
        </div>
      ))}
      {others.length > 0 && (
        <div className={styles.also}>
          <h3>{also}</h3>
          <ul role="list">
            {others.map(({ name, line, to }) => (
              <li key={to}>
                <a href={to}>{name} →</a> {line}
              </li>
            ))}
          </ul>
        </div>
      )}
      {plain.length > 0 && (
        <ul className={styles.also} role="list">
          {plain.map((item) => (
            <li key={item.name}>
              <b>{item.name}</b> {item.line}
              {"note" in item && item.note && <small>{item.note}</small>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Puts each row under the heading that was given last. */
function groupRows(rows: Linked[]): { title: string; rows: Linked[] }[] {
  const groups: { title: string; rows: Linked[] }[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (!last || row.group) groups.push({ title: row.group ?? "", rows: [row] });
    else last.rows.push(row);
  }
  return groups;
}
