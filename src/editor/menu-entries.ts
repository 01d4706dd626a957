import type { Content } from "../content/content.ts";
import { listEmptyPages } from "../content/page-list.ts";
import { pageFile, pageNames, pages } from "../content/pages.ts";
import type { Treatment } from "../content/schemas/treatment-schema.ts";
import type { Entry } from "./vocabulary.ts";

const entry = (id: string, title: string, address: string | null, files: string[], group: string[] = []): Entry => ({
  id,
  title,
  group,
  address,
  files,
});

/** Parts of the studio's file that are entries of their own, as its form is the longest. */
const ownParts = { replies: "Replies", gates: "Questions before launch" };

/** Lists every file of a content folder under the name of the page or part that shows it. */
export function listMenuEntries(
  content: Partial<Pick<Content, "paths" | "pages" | "testimonials">> & {
    treatments: Map<string, Pick<Treatment, "name" | "path"> & Partial<Treatment>>;
  },
): Entry[] {
  const { pages: words, testimonials, treatments: listed } = content;
  const empty = words && testimonials ? listEmptyPages({ pages: words, testimonials, treatments: listed }) : [];
  const pathsById = new Map((content.paths ?? []).map((path) => [path.id, path]));
  const order = [...pathsById.keys()];
  const treatments = [...content.treatments]
    .sort(([, a], [, b]) => order.indexOf(a.path) - order.indexOf(b.path))
    .map(([slug, { name, path }]) => {
      const { title = "Others", colour } = pathsById.get(path) ?? {};
      const own = entry(
        `treatments/${slug}`,
        name,
        `/treatments/${slug}`,
        [`treatments/${slug}.yaml`],
        ["Treatments", title],
      );
      return { ...own, colour: colour?.ink };
    });
  const [first] = content.treatments.keys();
  const pageEntries = pageNames.flatMap((name): Entry[] => {
    const { path, editor, optional } = pages[name];
    if (optional && content.pages && !content.pages[name]) return [];
    const { title, files = [], group } = editor;
    const address = path !== null && empty.includes(path) ? null : path;
    if (name !== "treatment") return [entry(name, title, address, [pageFile(name), ...files], group ? [group] : [])];
    // The preview of the texts that all treatments share is the first treatment's page.
    const shared = entry(name, title, first ? `/treatments/${first}` : null, [pageFile(name)], group ? [group] : []);
    return [...treatments, shared];
  });
  return [
    { ...entry("studio", "Studio", "/contact", ["studio.yaml"]), except: Object.keys(ownParts) },
    ...Object.entries(ownParts).map(([key, title]) => ({ ...entry(key, title, null, ["studio.yaml"]), only: [key] })),
    ...pageEntries,
    entry("every-page", "On every page", "/", ["site.yaml"]),
    entry("pictures", "Pictures", null, ["images/images.yaml"]),
    entry("claims", "Words to avoid", null, ["claims.yaml"]),
  ];
}
