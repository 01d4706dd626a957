import { Fragment } from "react";
import { phoneLink } from "../../../content/phone.ts";
import { fillPlaceholders, type Inline } from "../../../content/schemas/prose.ts";
import { isAboutConfirmation, isAboutCounting, type SiteContent } from "../../../content/site-content.ts";
import columns from "../../parts/columns.module.css";
import layout from "../../parts/layout.module.css";
import { PageHeader } from "../../parts/page-header.tsx";
import { ProseBlocks } from "../../parts/prose.tsx";
import styles from "./privacy.module.css";

export function privacyProps(content: SiteContent) {
  const { heading, lastUpdated, lastUpdatedLabel, updated, wordingLabel, contents, sections } = content.pages.privacy;
  const { studio } = content;
  const values: Record<string, Inline> = {
    brand: studio.brand.value,
    retentionDays: String(content.retentionDays),
    ifConfirmed: "",
    ifCounted: "",
    privacyContact: studio.privacyContact.value,
    email: { text: studio.email.value, href: `mailto:${studio.email.value}` },
    phone: phoneLink(studio),
    address: content.addressLines.join(", "),
  };
  const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
  const dayOf = (date: string) => dates.format(new Date(date));
  // A date that is older than its text would pass the text off as the one that was adopted then.
  const wording = wordingLabel && updated > lastUpdated ? `; ${wordingLabel} ${dayOf(updated)}` : "";
  return {
    heading,
    lastUpdated: `${lastUpdatedLabel} ${dayOf(lastUpdated)}${wording}`,
    contents,
    sections: sections.map((section) => ({
      ...section,
      text: section.text
        .filter((block) => content.confirmsToVisitor || !isAboutConfirmation(block))
        .filter((block) => content.countsVisits || !isAboutCounting(block))
        .map((block) => fillPlaceholders(block, values)),
    })),
  };
}

export function Privacy({ heading, lastUpdated, contents, sections }: ReturnType<typeof privacyProps>) {
  return (
    <>
      <PageHeader heading={heading} lede={lastUpdated} className={styles.top} tight plain />
      <div className={`${layout.frame} ${styles.privacy}`}>
        <nav className={`${styles.contents} ${layout.sticky} ${columns.colHead}`} aria-label={contents}>
          <ul role="list">
            {sections.map(({ id, heading: name }) => (
              <li key={id}>
                <a href={`#${id}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={`${styles.prose} ${columns.colBody}`}>
          {sections.map((section) => (
            <Fragment key={section.id}>
              <h2 id={section.id}>{section.heading}</h2>
              <ProseBlocks blocks={section.text} />
            </Fragment>
          ))}
        </div>
      </div>
    </>
  );
}
