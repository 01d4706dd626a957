import { Fragment } from "react";
import { renderToString } from "react-dom/server";
import type { FilledForm } from "../../../requests/request.ts";
import divider from "../../parts/divider.module.css";
import { FactList } from "../../parts/fact-list.tsx";
import layout from "../../parts/layout.module.css";
import { PageHeader } from "../../parts/page-header.tsx";
import { Picture } from "../../parts/picture.tsx";
import { EmailLink, Prose, Text } from "../../parts/prose.tsx";
import { Ticks } from "../../parts/ticks.tsx";
import { ConsultationForm } from "./consultation-form.tsx";
import styles from "./contact.module.css";
import type { ContactProps } from "./contact-props.ts";
import formStyles from "./form.module.css";

export function Contact(props: ContactProps & { filled?: FilledForm }) {
  const { form, subjects, privacyPolicy, visit, expect, studio, arriving, terms, firstVisit, filled } = props;
  const suggestions = subjects.map(({ id, name }) => ({ id, name }));
  const formProps = { strings: form, phone: studio.phone, suggestions, privacyPolicy, filled };
  return (
    <>
      <PageHeader heading={props.heading} lede={<Prose {...props.lede} />} className={styles.top} tight />
      <div className={`${layout.frame} ${styles.contact}`}>
        <section className={styles.form} aria-labelledby="form-heading">
          <h2 id="form-heading">{form.heading}</h2>
          {form.ticket && (
            <Ticket words={form.ticket} subject={subjects.find(({ name }) => name === filled?.values.treatment)} />
          )}
          {/* browser/hydrate-form.tsx hydrates this from the same props, so it is rendered with React's markers. */}
          <div
            data-island={JSON.stringify(formProps)}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: React itself rendered the string
            dangerouslySetInnerHTML={{ __html: renderToString(<ConsultationForm {...formProps} />) }}
          />
        </section>
        <div className={styles.side}>
          <section className={`${styles.card} ${divider.divider}`}>
            <h2>{visit.heading}</h2>
            <dl className={layout.links}>
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
                <EmailLink email={studio.email} />
              </dd>
              {arriving.map(({ label, text }) => (
                <Fragment key={label}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
          <section className={`${styles.card} ${divider.divider}`} id="what-to-expect">
            <h2>{expect.heading}</h2>
            <Ticks items={expect.items.map((item) => ({ parts: [item] }))} />
            <FactList facts={terms} />
          </section>
        </div>
      </div>
      {firstVisit && (
        <section className={`${layout.section} ${layout.blush} ${layout.frame}`} id="first-visit">
          <h2 className={styles.firstVisit}>{firstVisit.heading}</h2>
          <div className={styles.groups}>
            {firstVisit.groups.map(({ title, crossed, items }) => (
              <div key={title} className={divider.divider}>
                <h3>{title}</h3>
                <Ticks items={items} crossed={crossed} />
              </div>
            ))}
          </div>
        </section>
      )}
      <div className={layout.frame}>
        <Picture className={styles.art} picture={props.picture} sizes="95vw" />
      </div>
    </>
  );
}

interface TicketProps {
  words: { about: string; change: string };
  /** What the form is about. Without it the ticket is hidden until browser/ticket.ts fills it in. */
  subject?: { name: string; thumbnail?: string | undefined } | undefined;
}

/**
 * Says what the form is about, in place of the field that holds it. It is beside the form and not part of it, so that the
 * navigation script can fill it in before the form's own script is there.
 */
function Ticket({ words, subject }: TicketProps) {
  return (
    <div className={formStyles.ticket} data-ticket hidden={!subject}>
      {subject?.thumbnail && <img src={subject.thumbnail} width="96" height="72" alt="" />}
      <p>
        {words.about} <b>{subject?.name}</b>
      </p>
      <details>
        <summary>{words.change}</summary>
      </details>
    </div>
  );
}
