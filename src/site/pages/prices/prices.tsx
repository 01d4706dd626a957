import type { SiteContent } from "../../../content/site-content.ts";
import { CallToAction } from "../../parts/call-to-action.tsx";
import columns from "../../parts/columns.module.css";
import divider from "../../parts/divider.module.css";
import { FactList } from "../../parts/fact-list.tsx";
import layout from "../../parts/layout.module.css";
import { PageHeader } from "../../parts/page-header.tsx";
import list from "../../parts/ruled-list.module.css";
import styles from "./prices.module.css";

/** The page that fills from the prices of the treatments, path by path. */
export function pricesProps(content: SiteContent) {
  const { heading, lede, close } = content.pages.prices ?? {};
  if (!heading || !lede || !close) throw new Error("There is no page of prices");
  const all = [...content.treatments.values()];
  return {
    heading,
    lede,
    paths: content.paths
      .map(({ id, title }) => ({
        id,
        title,
        treatments: all.flatMap(({ slug, name, path, price }) =>
          path === id && price ? [{ slug, name, ...price }] : [],
        ),
      }))
      .filter(({ treatments }) => treatments.length > 0),
    facts: content.labelledFacts("prices", "payment", "deposit", "cancellation", "receipts"),
    close: { ...close, call: content.call },
  };
}

export function Prices({ heading, lede, paths, facts, close }: ReturnType<typeof pricesProps>) {
  return (
    <>
      <PageHeader heading={heading} lede={lede} />
      {paths.map(({ id, title, treatments }) => (
        <section key={id} className={`${styles.path} ${layout.frame}`} data-path={id}>
          <h2 className={columns.colHead}>{title}</h2>
          <dl className={`${list.ruled} ${columns.colBody}`}>
            {treatments.map(({ slug, name, from, price }) => (
              <div key={slug} className={`${styles.price} ${layout.spread} ${layout.links} ${divider.divider}`}>
                <dt>
                  <a href={`/treatments/${slug}`}>{name}</a>
                </dt>
                <dd>
                  {from} <b>{price}</b>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {facts.length > 0 && (
        <section className={`${styles.path} ${layout.frame}`}>
          <FactList className={columns.colBody} facts={facts} />
        </section>
      )}
      <CallToAction {...close} />
    </>
  );
}
