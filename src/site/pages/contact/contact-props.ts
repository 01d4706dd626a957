import { phoneLink } from "../../../content/phone.ts";
import type { SiteContent } from "../../../content/site-content.ts";

export async function contactProps(content: SiteContent) {
  const { studio, site, pages } = content;
  const { title, description, picture, form, firstVisit, updated: _, ...page } = pages.contact;
  const storageNotice = studio.storedIn ? [form.abroad.replace("{country}", studio.storedIn)] : [];
  return {
    ...page,
    form: {
      ...form,
      privacy: [...storageNotice, ...form.privacy],
      clock: { timeZone: studio.timeZone, hours: studio.hours },
    },
    picture: await content.picture(picture),
    firstVisit: firstVisit && {
      ...firstVisit,
      groups: firstVisit.groups.map(({ items, ...group }) => ({
        ...group,
        // What does not happen is read quickly.
        items: items.map(({ value, note }) => ({
          parts: [group.crossed ? { bold: value } : value, ...(note ? [` ${note}`] : [])],
        })),
      })),
    },
    subjects: await listSubjects(content),
    privacyPolicy: site.footer.privacy,
    arriving: content.labelledFacts("parking", "transit", "entrance", "evenings"),
    terms: content.labelledFacts("bring", "prices", "payment", "deposit", "cancellation", "receipts", "unhappy"),
    studio: {
      address: content.addressLines,
      visits: studio.visits,
      hoursNote: studio.hoursNote,
      phone: phoneLink(studio),
      email: studio.email.value,
    },
  };
}

/** What the form can be about: each treatment that is offered, and each path that has one. */
async function listSubjects({ treatments, offered, paths, thumbnail }: SiteContent) {
  const found = [...treatments.values()].filter(({ slug }) => offered.has(slug));
  return [
    ...(await Promise.all(found.map(async ({ slug, name }) => ({ id: slug, name, thumbnail: await thumbnail(slug) })))),
    ...paths
      .filter(({ id }) => found.some(({ path }) => path === id))
      .map(({ id, title }) => ({ id, name: title, thumbnail: undefined })),
  ];
}

export type ContactProps = Awaited<ReturnType<typeof contactProps>>;
export type FormStrings = ContactProps["form"];
