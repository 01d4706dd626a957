import { composeFact } from "../../../content/compose-fact.ts";
import { treatmentPicture } from "../../../content/page-list.ts";
import { phoneLink } from "../../../content/phone.ts";
import { fillPlaceholders } from "../../../content/schemas/prose.ts";
import { situationNames } from "../../../content/schemas/treatment-schema.ts";
import type { SiteContent } from "../../../content/site-content.ts";

export async function treatmentProps(content: SiteContent, slug: string) {
  const treatment = content.treatments.get(slug);
  const path = content.paths.find(({ id }) => id === treatment?.path);
  if (!treatment || !path) throw new Error(`There is no treatment at ${slug}`);

  const { labels, before, button, notOffered, ...page } = content.pages.treatment;
  const { notDone, askDoctor, tellMe, core, consent, ...beforeWords } = before;
  const fourthFact = (["frequency", "plan", "timeline"] as const).find((field) => treatment[field]) ?? "plan";
  const offered = content.offered.has(slug);
  const { more } = content.site;
  const phone = phoneLink(content.studio);
  const { reviewedBy, price } = treatment;
  return {
    page,
    path: path.id,
    picture: await content.picture(treatmentPicture(content, treatment)),
    /** The path's picture is decorative here, because it is described on the page of paths. */
    decorativePicture: !treatment.picture,
    name: treatment.name,
    summary: treatment.summary,
    /** What links to the form say. */
    about: offered ? slug : undefined,
    /** What is not offered is explained, with its risks. Nothing on the page praises it or asks for a visit. */
    notOffered: offered ? undefined : notOffered,
    button: treatment.button ?? button,
    book: content.site.book,
    recovery: offered && page.recovery && treatment.recovery && { words: page.recovery, effects: treatment.recovery },
    extraFacts: [
      { label: more.performedBy, text: offered && treatment.performedBy },
      { label: more.licence, text: offered && treatment.licence },
      { label: price?.from, text: offered && price?.price },
      {
        label: page.reviewedBy,
        text: reviewedBy && `${reviewedBy.name}, ${reviewedBy.registration}, ${longDate(reviewedBy.date)}`,
      },
    ].flatMap(({ label = "", text }) => (text ? [{ label, text }] : [])),
    // The launch asks nobody about a guess of what is not offered, so the page does not tell it.
    facts: (["duration", "downtime", "comfort", fourthFact] as const)
      .filter((field) => offered || treatment[field]?.source !== "proposed")
      .map((field) => ({
        label: labels[field],
        note: treatment[field]?.note,
        ...composeFact(treatment[field]?.value ?? ""),
      })),
    can: {
      proposed: treatment.suitabilityIs === "proposed",
      situations: situationNames.map((name) => ({
        name: page.can.situations[name],
        ...treatment.suitability[name],
      })),
    },
    body: {
      ...treatment.body,
      risks: {
        ...treatment.body.risks,
        worry: treatment.body.risks.worry.map((block) => fillPlaceholders(block, { phone })),
      },
    },
    /** Where it is not drawn, what is usual is a list. */
    usual:
      treatment.recovery?.map(({ effect, lasts }) => ({ parts: [`${effect}, ${lasts}`] })) ??
      treatment.body.risks.usual,
    before: {
      ...beforeWords,
      firstVisit: content.pages.contact.firstVisit?.heading,
      headings: { notDone, askDoctor, tellMe },
      everyone: [...core, consent],
    },
    related: treatment.related
      .filter((slug) => content.offered.has(slug))
      .map((slug) => ({ slug, name: content.treatments.get(slug)?.name ?? "" })),
  };
}

const longDate = (date: string) =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));

export type TreatmentProps = Awaited<ReturnType<typeof treatmentProps>>;
