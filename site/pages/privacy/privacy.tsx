import { Fragment } from "react";
import type { OpenContent } from "../../../studio/content.ts";
import { fillIn } from "../../../studio/markdown.ts";
import type { Block, Inline } from "../../../studio/schemas.ts";
import layout from "../../parts/layout.module.css";
import { PageHeader } from "../../parts/page-header.tsx";
import styles from "./privacy.module.css";

export function privacyProps(content: OpenContent) {
  const { heading, lastUpdated, lastUpdatedLabel, contents, sections } = content.pages.privacy;
  const { studio } = content;
  const { street, city, province, postalCode } = studio.address;
  const values: Record<string, Inline> = {
    brand: studio.brand.value,
    privacyContact: studio.privacyContact.value,
    email: { text: studio.email.value, href: `mailto:${studio.email.value}` },
    phone: { text: studio.phone.value, href: `tel:${studio.phoneE164}` },
    address: `${street.value}, ${city}, ${province} ${postalCode.value}`,
  };
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(lastUpdated));
  return {
    heading,
    lastUpdated: `${lastUpdatedLabel} ${day}`,
    contents,
    sections: sections.map((section) => ({ ...section, blocks: section.blocks.map((block) => filled(block, values)) })),
  };
}

function filled(block: Block, values: Record<string, Inline>): Block {
  if (block.kind === "paragraph") return { ...block, text: fillIn(block.text, values) };
  if (block.kind === "list") return { ...block, items: block.items.map((item) => fillIn(item, values)) };
  return block;
}

export function Privacy({ heading, lastUpdated, contents, sections }: ReturnType<typeof privacyProps>) {
  return (
    <>
      <PageHeader heading={heading} lede={lastUpdated} tight />
      <div className={`${layout.frame} ${styles.privacy}`}>
        <nav className={`${styles.contents} ${layout.sticky} ${layout.colHead}`} aria-label={contents}>
          <ul role="list">
            {sections.map(({ id, heading: name }) => (
              <li key={id}>
                <a href={`#${id}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={`${styles.prose} ${layout.colBody}`}>
          {sections.map((section) => (
            <Fragment key={section.id}>
              <h2 id={section.id}>{section.heading}</h2>
              {section.blocks.map((block, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a policy never change places
                <SectionBlock key={index} block={block} />
              ))}
            </Fragment>
          ))}
        </div>
      </div>
    </>
  );
}

function SectionBlock({ block }: { block: Block }) {
  if (block.kind === "subheading") return <h3>{block.text}</h3>;
  if (block.kind === "paragraph") {
    return (
      <p>
        <Words inline={block.text} />
      </p>
    );
  }
  return (
    <ul>
      {block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a list never change places
        <li key={index}>
          <Words inline={item} />
        </li>
      ))}
    </ul>
  );
}

function Words({ inline }: { inline: Inline[] }) {
  return inline.map((part) => {
    if (typeof part === "string") return part;
    if ("bold" in part) return <strong key={part.bold}>{part.bold}</strong>;
    return (
      <a key={part.text} href={part.href}>
        {part.text}
      </a>
    );
  });
}
