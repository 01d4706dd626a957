import { situationNames, type Treatment } from "../../../content/schemas/treatment-schema.ts";
import type { SiteContent } from "../../../content/site-content.ts";
import type { Verdict } from "../../parts/suitability.tsx";

export async function treatmentsProps(content: SiteContent) {
  const { can, close, ...words } = content.pages.treatments;
  const { situations, proposed } = content.pages.treatment.can;
  const offered = [...content.treatments.values()].filter(({ slug }) => content.offered.has(slug));
  const isProposed = offered.some(({ suitabilityIs }) => suitabilityIs === "proposed");
  return {
    ...words,
    paths: await Promise.all(content.paths.map((path) => pathProps(content, path))),
    can: {
      ...can,
      caution: [isProposed && proposed, can.caution].filter(Boolean).join(" "),
      situations: situationNames.map((id) => ({ id, name: situations[id] })),
      paths: content.paths.map(({ id, title }) => ({
        title,
        treatments: offered
          .filter(({ path }) => path === id)
          .map(({ slug, name, suitability }) => ({ slug, name, answers: answersOf(suitability) })),
      })),
    },
    close: { ...close, call: content.call },
  };
}

export type TreatmentsProps = Awaited<ReturnType<typeof treatmentsProps>>;
type Path = SiteContent["paths"][number];

/** A path's rows, the treatments of other paths that help here, and what has no page. */
async function pathProps(content: SiteContent, { card: _, treatments, ...path }: Path) {
  const linked = treatments.flatMap((item) => {
    const treatment = "slug" in item && content.treatments.get(item.slug);
    if (!treatment) return [];
    const { name, slug, suitability } = treatment;
    const notOffered = !content.offered.has(slug);
    return {
      name,
      slug,
      to: `/treatments/${slug}`,
      line: notOffered ? content.pages.treatment.notOffered.row : item.line,
      notOffered,
      group: item.group,
      answers: notOffered ? undefined : answerTokens(answersOf(suitability)),
      /** A treatment has its row, with a picture, in the path that its own file names. */
      isAtHome: treatment.path === path.id,
    };
  });
  return {
    ...path,
    picture: await content.picture(path.picture),
    rows: await Promise.all(
      linked
        .filter(({ isAtHome }) => isAtHome)
        .map(async (row) => ({ ...row, thumbnail: await content.thumbnail(row.slug) })),
    ),
    others: linked.filter(({ isAtHome }) => !isAtHome),
    plain: treatments.flatMap((item) => {
      if ("slug" in item) return [];
      const { name, line, note } = item;
      const { id, title } = content.paths.find((one) => note && hasNote(one, note)) ?? path;
      return { name, line, note, noteIn: { id, title } };
    }),
  };
}

const hasNote = ({ treatments }: Path, note: string) => treatments.some((item) => "note" in item && item.note === note);

/** In the order of the situations. */
const answersOf = (suitability: Treatment["suitability"]) =>
  situationNames.map((situation) => suitability[situation].answer);

export type PathProps = Awaited<ReturnType<typeof pathProps>>;

/** What the style sheet reads: each answer that is not yes, with the number of its situation, such as "a2 n3". */
const answerTokens = (answers: readonly Verdict[]) =>
  answers.flatMap((answer, at) => (answer === "Yes" ? [] : `${answer === "Ask first" ? "a" : "n"}${at + 1}`)).join(" ");
