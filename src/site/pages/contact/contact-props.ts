import { phoneLink } from "../../../content/phone.ts";
import type { SiteContent } from "../../../content/site-content.ts";
import type { ProseText } from "../../parts/prose.tsx";

export async function contactProps(content: SiteContent) {
  const { studio, site, pages } = content;
  const { title, description, picture, form, firstVisit, updated: _, ...page } = pages.contact;
  const storageNotice = studio.storedIn ? [form.abroad.replace("{country}", studio.storedIn)] : [];
  return {
    ...page,
    form: { ...form, privacy: [...storageNotice, ...form.privacy] },
    picture: await content.picture(picture),
    firstVisit: firstVisit && {
      heading: firstVisit.heading,
      groups: firstVisit.groups.map(({ title, crossed, items }) => ({
        title,
        crossed,
        items: items.map(({ value }) => ({ parts: crossed ? emphasizeStart(value) : [value] })),
      })),
    },
    treatments: [...content.treatments.values()].flatMap(({ slug, name }) => (content.offered.has(slug) ? [name] : [])),
    privacyPolicy: site.footer.privacy,
    arriving: content.labelledFacts("parking", "transit", "entrance", "evenings"),
    terms: content.labelledFacts(
      ...(["bring", "prices", "payment", "deposit", "cancellation", "receipts", "unhappy"] as const),
    ),
    studio: {
      address: [
        studio.address.street.value,
        `${studio.address.city}, ${studio.address.province} ${studio.address.postalCode.value}`,
      ],
      visits: studio.visits,
      hoursNote: studio.hoursNote,
      phone: phoneLink(studio),
      email: studio.email.value,
    },
  };
}

export type ContactProps = Awaited<ReturnType<typeof contactProps>>;
export type FormStrings = ContactProps["form"];

/** What does not happen is read quickly: its first sentence is bold. */
function emphasizeStart(text: string): ProseText["parts"] {
  const [bold = text] = /^.*?\.(?= |$)/.exec(text) ?? [];
  return [{ bold }, text.slice(bold.length)];
}
