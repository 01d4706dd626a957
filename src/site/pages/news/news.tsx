import type { SiteContent } from "../../../content/site-content.ts";
import columns from "../../parts/columns.module.css";
import layout from "../../parts/layout.module.css";
import { PageHeader } from "../../parts/page-header.tsx";
import { Picture } from "../../parts/picture.tsx";
import { Paragraphs } from "../../parts/prose.tsx";
import styles from "./news.module.css";

/** A page of the owner's own: a title, her words, and a picture if she likes. */
export async function newsProps({ pages: { news }, picture }: SiteContent) {
  return {
    heading: news?.heading ?? "",
    lede: news?.lede ?? "",
    text: news?.text ?? [],
    picture: news?.picture ? await picture(news.picture) : undefined,
  };
}

export function News({ heading, lede, text, picture }: Awaited<ReturnType<typeof newsProps>>) {
  return (
    <>
      <PageHeader heading={heading} lede={lede} />
      <section className={`${layout.frame} ${layout.tail}`} aria-label={heading}>
        {picture && <Picture className={styles.picture} picture={picture} sizes="(width < 60rem) 95vw, 40vw" />}
        <div className={`${layout.stack} ${columns.colBody}`}>
          <Paragraphs texts={text} />
        </div>
      </section>
    </>
  );
}
