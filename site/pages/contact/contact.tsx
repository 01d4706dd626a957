import { openContent } from "../../../studio/content.ts";
import { headOf } from "../../../studio/page-head.ts";
import { headTags } from "../../ui/head.ts";
import layout from "../../ui/layout.module.css";
import { Opening } from "../../ui/opening.tsx";
import { Picture } from "../../ui/picture.tsx";
import seam from "../../ui/seam.module.css";
import { Text } from "../../ui/text.tsx";
import { Ticks } from "../../ui/ticks.tsx";
import type { Route } from "./+types/contact";
import { ConsultationForm } from "./consultation-form.tsx";
import styles from "./contact.module.css";

export const handle = { bare: true };

export async function loader() {
  const content = openContent();
  const { studio, site, pages } = content;
  const { title, description, picture, updated: _, ...page } = pages.contact;
  return {
    head: headOf(content, "/contact", { title, description }),
    ...page,
    picture: await content.picture(picture),
    treatments: [...content.treatments.values()].map(({ name }) => name),
    privacyPolicy: site.footer.privacy,
    studio: {
      address: [
        studio.address.street.value,
        `${studio.address.city}, ${studio.address.province} ${studio.address.postalCode.value}`,
      ],
      visits: studio.visits,
      hoursNote: studio.hoursNote,
      phone: { text: studio.phone.value, href: `tel:${studio.phoneE164}` },
      email: studio.email.value,
    },
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) => headTags(loaderData.head);

export default function Contact({ loaderData }: Route.ComponentProps) {
  const { heading, lede, form, treatments, privacyPolicy, visit, expect, picture, studio } = loaderData;
  return (
    <>
      <Opening heading={heading} lede={lede} tight />
      <div className={`${layout.frame} ${styles.contact}`}>
        <section className={styles.form} aria-labelledby="form-heading">
          <h2 id="form-heading">{form.heading}</h2>
          <ConsultationForm words={form} phone={studio.phone} treatments={treatments} privacyPolicy={privacyPolicy} />
        </section>
        <div className={styles.side}>
          <section className={`${styles.card} ${seam.seam}`}>
            <h2>{visit.heading}</h2>
            <dl>
              <dt>{visit.location}</dt>
              <dd>
                {studio.address[0]}
                <br />
                {studio.address[1]}
              </dd>
              <dt>{visit.hours}</dt>
              <dd>
                {studio.visits}
                <br />
                <span className={layout.soft}>{visit.flexible}</span>
                <br />
                <span className={layout.soft}>
                  <Text>{studio.hoursNote}</Text>
                </span>
              </dd>
              <dt>{visit.phone}</dt>
              <dd>
                <a href={studio.phone.href}>{studio.phone.text}</a>
              </dd>
              <dt>{visit.email}</dt>
              <dd>
                <a href={`mailto:${studio.email}`}>{studio.email}</a>
              </dd>
            </dl>
          </section>
          <section className={`${styles.card} ${seam.seam}`} id="what-to-expect">
            <h2>{expect.heading}</h2>
            <Ticks items={expect.items} />
          </section>
        </div>
        <Picture className={styles.art} picture={picture} sizes="95vw" />
      </div>
    </>
  );
}
